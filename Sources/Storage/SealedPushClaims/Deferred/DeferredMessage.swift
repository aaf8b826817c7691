// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushStore

/// A message that arrived while the device was locked: still encrypted, as the push service
/// delivered it.
package struct DeferredMessage: Hashable, Sendable {
    /// The hash of its envelope, by which it is called, together with its kind.
    package let hash: EnvelopeHash
    /// The prekey that it asks for.
    package let prekey: PrekeyRecord.ID
    /// When it arrived, by the device's clock: its time is checked against this and against now.
    package let arrival: Timestamp
    /// The outer payload, byte for byte.
    package let payload: [UInt8]
    /// What the push service called the notification, if it was deferred with that: a later one of
    /// this name replaces it.
    package let identifier: String?
    /// What the system delivered it as: it is opened as that (T-15).
    package let kind: Payload.PushKind

    /// The most bytes of UTF-8 in an identifier, as `apns-collapse-id` has.
    package static let identifierLimit = 64
    /// The most bytes that a payload has: 16 KiB, more than any service delivers.
    package static let payloadLimit = 16 * 1024

    /// Puts the parts together.
    package init(
        hash: EnvelopeHash,
        prekey: PrekeyRecord.ID,
        arrival: Timestamp,
        payload: [UInt8],
        identifier: String? = nil,
        kind: Payload.PushKind = .alert
    ) {
        self.hash = hash
        self.prekey = prekey
        self.arrival = arrival
        self.payload = payload
        self.identifier = identifier
        self.kind = kind
    }
}

/// What became of an attempt to defer a message.
package enum DeferralOutcome: Hashable, Sendable {
    /// The message is deferred, durably. `isFirst` says whether none was deferred before it, so
    /// that the user is told. Of messages deferred at the same moment several may be first, never
    /// none.
    case deferred(isFirst: Bool)
    /// The same envelope was deferred before as this kind: what is there stays, with the time of
    /// its first arrival (T-16).
    case present
    /// There is no more room; the message was not deferred.
    case full
    /// No claim can be made under this prekey: it was never this device's, or is gone. Not deferred
    /// (T-14).
    case unknownPrekey
}

/// The messages that are deferred, by what names and orders them.
package struct DeferredListing: Sendable {
    /// One message; its payload is read when its turn comes, so that one is in memory at a time.
    package struct Entry: Hashable, Sendable {
        /// The hash of its envelope.
        package let hash: EnvelopeHash
        /// The prekey that it asks for.
        package let prekey: PrekeyRecord.ID
        /// When it arrived, by the device's clock.
        package let arrival: Timestamp
        /// What the push service called the notification.
        package let identifier: String?
        /// What the system delivered it as.
        package let kind: Payload.PushKind
    }

    /// Those that could be read, in order of arrival; of the same moment, by their hash.
    package let entries: [Entry]
    /// Why others could not.
    package let failures: [StoreError]
}
