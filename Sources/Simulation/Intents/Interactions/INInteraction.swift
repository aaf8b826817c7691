// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import Synchronization
public import ValueObjects

/// The person whose doing an interaction was.
public enum INInteractionDirection: Int, Sendable, BitwiseCopyable {
    /// Nothing was said.
    case unspecified = 0
    /// The device's owner did it.
    case outgoing = 1
    /// Another person did it.
    case incoming = 2
}

/// The state of an intent's handling.
public enum INIntentHandlingStatus: Int, Sendable, BitwiseCopyable {
    /// Nothing was said.
    case unspecified = 0
    /// It can be handled.
    case ready = 1
    /// It is being handled.
    case inProgress = 2
    /// It was handled.
    case success = 3
    /// It could not be handled.
    case failure = 4
    /// The app must take over.
    case deferredToApplication = 5
    /// The person must confirm it.
    case userConfirmationRequired = 6
}

/// An intent that a person carried out, to be donated to the system.
///
/// A donation goes to the device that runs the code; where none does, it is forgotten.
open class INInteraction: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        package var intent: INIntent.Values
        var response: INIntentResponse.Values?
        var direction = INInteractionDirection.unspecified.rawValue
        package var dateInterval: DateInterval?
        package var identifier = UUID().uuidString
        package var groupIdentifier: String?

        /// Whether another person than the device's owner acted.
        package var isIncoming: Bool { direction == INInteractionDirection.incoming.rawValue }
    }

    /// The device of the current task.
    @TaskLocal package static var bound: (any DonationBacking)?

    /// The device of the whole process, for code that runs in no task of a device.
    package static let processWide = Mutex<(any DonationBacking)?>(nil)

    private class var backing: (any DonationBacking)? { bound ?? processWide.withLock(\.self) }

    /// An interaction about `intent`.
    public convenience init(intent: INIntent, response: INIntentResponse?) {
        self.init(values: Values(intent: intent.values, response: response?.values))
    }

    /// The intent that was done; a copy.
    open var intent: INIntent { INIntent.make(values.intent) }
    /// The outcome.
    open var intentResponse: INIntentResponse? { values.response.map(INIntentResponse.make) }
    /// The state of its handling; the system alone says more than nothing.
    open var intentHandlingStatus: INIntentHandlingStatus { .unspecified }

    /// The person whose doing it was.
    open var direction: INInteractionDirection {
        get { INInteractionDirection(rawValue: values.direction) ?? .unspecified }
        set { values.direction = newValue.rawValue }
    }

    /// The time at which it was done; nil stands for the time of the donation.
    open var dateInterval: DateInterval? {
        get { values.dateInterval }
        set { values.dateInterval = newValue }
    }

    /// A name of its own, by which the app can delete it; made up at first.
    open var identifier: String {
        get { values.identifier }
        set { values.identifier = newValue }
    }

    /// A name that interactions share, by which the app can delete them together.
    open var groupIdentifier: String? {
        get { values.groupIdentifier }
        set { values.groupIdentifier = newValue }
    }

    /// Another interaction with the same values, as an interaction can change.
    open override func copy(with zone: NSZone? = nil) -> Any { INInteraction(values: values) }

    /// Tells the system that it happened; the handler is called before the call returns.
    open func donate(completion: (((any Error)?) -> Void)? = nil) {
        let backing = Self.backing
        backing?.donate(values)
        if backing?.answers != false { completion?(nil) }
    }

    /// Tells the system that it happened.
    open func donate() async throws {
        Self.backing?.donate(values)
    }

    /// Forgets all that the app donated.
    open class func deleteAll(completion: (((any Error)?) -> Void)? = nil) {
        backing?.forget(.all)
        completion?(nil)
    }

    /// Forgets all that the app donated.
    open class func deleteAll() async throws {
        backing?.forget(.all)
    }

    /// Forgets the donations of these identifiers.
    open class func delete(
        with identifiers: [String],
        completion: (((any Error)?) -> Void)? = nil
    ) {
        backing?.forget(.identifiers(identifiers))
        completion?(nil)
    }

    /// Forgets the donations of these identifiers.
    open class func delete(with identifiers: [String]) async throws {
        backing?.forget(.identifiers(identifiers))
    }

    /// Forgets the donations of a group.
    open class func delete(
        with groupIdentifier: String,
        completion: (((any Error)?) -> Void)? = nil
    ) {
        backing?.forget(.group(groupIdentifier))
        completion?(nil)
    }

    /// Forgets the donations of a group.
    open class func delete(with groupIdentifier: String) async throws {
        backing?.forget(.group(groupIdentifier))
    }
}

/// Who takes what apps donate: a device.
///
/// A call arrives on the thread of the donating code, and returns at once.
package protocol DonationBacking: AnyObject, Sendable {
    /// Keeps a donation; one of the same identifier gives way.
    func donate(_ interaction: INInteraction.Values)

    /// Whether a donation calls its completion handler.
    var answers: Bool { get }

    /// Forgets donations.
    func forget(_ donations: DonationSelection)
}

extension DonationBacking {
    /// As a system does.
    package var answers: Bool { true }
}

/// Which donations are meant.
package enum DonationSelection: Hashable, Codable, Sendable {
    /// Every one of the app.
    case all
    /// Those of these identifiers.
    case identifiers([String])
    /// Those of a group.
    case group(String)
}
