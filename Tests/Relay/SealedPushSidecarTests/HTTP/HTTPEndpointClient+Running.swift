// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushRelay

@testable import SealedPushSidecar

extension HTTPEndpointClient {
    /// Runs a test with the client, and ends its connections.
    func run(_ body: (HTTPEndpointClient) async throws -> Void) async throws {
        do {
            try await body(self)
        } catch {
            await shutDown()
            throw error
        }
        await shutDown()
    }
}

extension DeliveryOptions {
    /// Those of a message that a test posts.
    static let sample = DeliveryOptions(
        lifetime: .until(.seconds(60)),
        isUrgent: false,
        topic: "abc"
    )
}
