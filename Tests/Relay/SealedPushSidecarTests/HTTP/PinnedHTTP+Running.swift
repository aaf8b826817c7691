// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayClient

@testable import SealedPushSidecar

extension PinnedHTTP {
    /// Runs a test with a client of relays by these requests, and ends their connections.
    func run(
        signedBy key: VAPIDKey? = nil,
        _ body: (RelaySender) async throws -> Void
    ) async throws {
        do {
            try await body(relays(signedBy: key))
        } catch {
            await shutDown()
            throw error
        }
        await shutDown()
    }
}

extension RelaySender {
    /// The topic of each message that a test posts.
    static let sampleTopic = CollapseID(MessageID([UInt8](repeating: 1, count: MessageID.count)))

    /// Posts a message whose headers are those of each other one.
    func post(
        _ envelope: [UInt8],
        to subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure) {
        try await post(
            envelope,
            seconds: 60,
            isUrgent: false,
            topic: Self.sampleTopic,
            to: subscription.address
        )
    }
}

extension RelayPolicy {
    /// Allows one origin.
    init(_ origin: String) {
        self.init(allowing: [WebOrigin(origin.utf8)].compactMap(\.self))
    }
}
