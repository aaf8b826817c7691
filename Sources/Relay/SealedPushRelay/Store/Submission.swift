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
        options: DeliveryOptions
    ) {
        self.id = id
        self.pushID = pushID
        self.endpoint = endpoint
        self.envelope = envelope
        hash = envelope.hash
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
