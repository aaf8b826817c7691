// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

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
