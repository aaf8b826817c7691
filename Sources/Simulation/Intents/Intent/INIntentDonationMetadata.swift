// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

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
