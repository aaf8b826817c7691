// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

/// Something that a person did or may do with an app; make an ``INSendMessageIntent``.
open class INIntent: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        package var identifier = UUID().uuidString
        package var message: INSendMessageIntent.Message
        package var donationMetadata: INIntentDonationMetadata.Values?
        package var images: [String: INImage.Values] = [:]

        /// The picture to show: of the group, else of the sender.
        package var keyImage: INImage.Values? {
            images["speakableGroupName"] ?? images["sender"] ?? message.sender?.image
        }
    }

    /// The intent of these values.
    package static func make(_ values: Values) -> INIntent {
        INSendMessageIntent(values: values)
    }

    /// A name of its own.
    open var identifier: String? { values.identifier }

    /// Facts about the donation for the system; kept as a copy.
    open var donationMetadata: INIntentDonationMetadata? {
        get { values.donationMetadata.map(INIntentDonationMetadata.make) }
        set { values.donationMetadata = newValue?.values }
    }

    /// The picture that stands for the whole: the one of the group, else the sender's.
    open func keyImage() -> INImage? {
        values.keyImage.map(INImage.init(values:))
    }

    /// Another intent with the same values, as an intent can change.
    open override func copy(with zone: NSZone? = nil) -> Any { INIntent.make(values) }

    /// The name of the parameter at `path`, if this class has it.
    class func parameterName(at path: AnyKeyPath) -> String? { nil }
}

extension NSObjectProtocol where Self: INIntent {
    /// Sets the picture of a parameter; nil takes it away.
    ///
    /// A path that is no parameter of the intent changes nothing.
    public func setImage<Value>(
        _ image: INImage?,
        forParameterNamed parameterName: KeyPath<Self, Value>
    ) {
        guard let name = Self.parameterName(at: parameterName) else { return }
        values.images[name] = image?.values
    }

    /// The picture that was set for a parameter.
    public func image<Value>(forParameterNamed parameterName: KeyPath<Self, Value>) -> INImage? {
        Self.parameterName(at: parameterName).flatMap { values.images[$0] }.map(
            INImage.init(values:)
        )
    }
}

/// The outcome of an intent; make an ``INSendMessageIntentResponse``.
open class INIntentResponse: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        var code: Int
    }

    static func make(_ values: Values) -> INIntentResponse {
        INSendMessageIntentResponse(values: values)
    }
}

/// Facts about a donation for the system; make an ``INSendMessageIntentDonationMetadata``.
open class INIntentDonationMetadata: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        package var mentionsCurrentUser = false
        package var isReplyToCurrentUser = false
        package var notifyRecipientAnyway = false
        package var recipientCount = 0
    }

    static func make(_ values: Values) -> INIntentDonationMetadata {
        INSendMessageIntentDonationMetadata(values: values)
    }

    /// Other metadata with the same values, as metadata can change.
    open override func copy(with zone: NSZone? = nil) -> Any {
        INIntentDonationMetadata.make(values)
    }
}

/// A message's concern for the device's owner; the system may let it break through a Focus.
open class INSendMessageIntentDonationMetadata: INIntentDonationMetadata {
    /// A message that concerns the owner in no special way.
    public convenience init() {
        self.init(values: Values())
    }

    /// True if the message names the owner.
    open var mentionsCurrentUser: Bool {
        get { values.mentionsCurrentUser }
        set { values.mentionsCurrentUser = newValue }
    }

    /// True if the message answers one of the owner's.
    open var isReplyToCurrentUser: Bool {
        get { values.isReplyToCurrentUser }
        set { values.isReplyToCurrentUser = newValue }
    }

    /// True if the sender chose to disturb the owner.
    open var notifyRecipientAnyway: Bool {
        get { values.notifyRecipientAnyway }
        set { values.notifyRecipientAnyway = newValue }
    }

    /// The number of people who receive the message, if the intent lists only some.
    open var recipientCount: Int {
        get { values.recipientCount }
        set { values.recipientCount = newValue }
    }
}
