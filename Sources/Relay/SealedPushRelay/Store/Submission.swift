// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A message that a sender has posted to an endpoint.
package struct Submission: Hashable, Sendable {
    /// The name that it gets if it is new.
    package let id: OutboxID
    /// What the push service will know it by.
    package let pushID: PushID
    /// Where it was posted.
    package let endpoint: EndpointID
    /// The sealed message.
    package let envelope: Envelope
    /// What tells it from every other; each look at the envelope's own would compute it again.
    package let hash: EnvelopeHash
    /// What the sender asks for.
    package let options: DeliveryOptions

    package init(
        id: OutboxID,
        pushID: PushID = PushID(),
        endpoint: EndpointID,
        envelope: Envelope,
        hash: EnvelopeHash? = nil,
        options: DeliveryOptions
    ) {
        self.id = id
        self.pushID = pushID
        self.endpoint = endpoint
        self.envelope = envelope
        self.hash = hash ?? envelope.hash
        self.options = options
    }
}

/// What became of a posted message.
package enum Acceptance: Hashable, Sendable {
    /// It is in the queue, durably.
    case queued
    /// The same envelope was posted to the endpoint less than 24 hours ago, as the message of this name.
    case repeated(OutboxID)
    /// A limit does not allow it now.
    case limited(LimitReached)
    /// The endpoint or its device has ended.
    case ended
}

extension Acceptance {
    /// For how long the same envelope is the same message.
    package static let memory: Duration = .hours(24)
}

/// An endpoint as a sender's request finds it.
package struct Destination: Hashable, Sendable {
    /// The endpoint.
    package let endpoint: Endpoint
    /// The app of its device.
    package let app: AppEnvironment
    /// What its sender is answered.
    package let reach: Endpoint.Reach
    /// Whether the request's message may be sealed to its prekey, or was accepted before: a
    /// repeated one is the same message, also if its prekey has ended since.
    package let takesMessage: Bool
    /// The database's time.
    package let time: Timestamp

    package init(
        endpoint: Endpoint,
        app: AppEnvironment,
        reach: Endpoint.Reach,
        takesMessage: Bool,
        time: Timestamp
    ) {
        self.endpoint = endpoint
        self.app = app
        self.reach = reach
        self.takesMessage = takesMessage
        self.time = time
    }

    /// What a sender asks for.
    package struct Request: Hashable, Sendable {
        /// The digest of the capability in the URL.
        package let digest: Capability.Digest
        /// The prekey and the hash of the envelope, if the request has one.
        package let message: Message?

        package init(_ digest: Capability.Digest, _ message: Message? = nil) {
            self.digest = digest
            self.message = message
        }
    }

    /// What says whether an envelope is taken.
    package struct Message: Hashable, Sendable {
        package let prekey: PrekeyRecord.ID
        package let hash: EnvelopeHash

        package init(_ prekey: PrekeyRecord.ID, _ hash: EnvelopeHash) {
            self.prekey = prekey
            self.hash = hash
        }
    }
}
