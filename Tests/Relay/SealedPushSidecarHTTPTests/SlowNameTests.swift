// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import NIOCore
import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import SealedPushSidecar
import Synchronization
import Testing

@testable import SealedPushSidecarHTTP

/// Relays whose name takes long to resolve.
struct SlowNameTests {
    /// A name's server that is silent until a test lets it answer.
    private final class SilentServer: Sendable {
        private let state = Mutex((asked: 0, waiting: [CheckedContinuation<Void, Never>]()))

        var asked: Int { state.withLock(\.asked) }

        func ask() async {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.asked += 1
                    state.waiting.append(continuation)
                }
            }
        }

        func answer() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    @Test func `a name that does not resolve in time is given up, and asked once meanwhile`()
        async throws
    {
        let server = SilentServer()
        let client = HTTPEndpointClient(
            RelayPolicy(allowing: [try #require(WebOrigin("http://localhost:1".utf8))]),
            signer: nil,
            clock: { SampleDevice.now },
            timeLimit: .milliseconds(50),
            resolve: { _, port in
                await server.ask()
                return [try SocketAddress(ipAddress: "127.0.0.1", port: port)]
            }
        )
        let subscription = try SampleDevice().subscription(at: "http://localhost:1/e/x")
        for _ in 0..<3 {
            await #expect(throws: EndpointFailure.later(nil)) {
                try await client.post([1], .sample, to: subscription)
            }
        }
        #expect(server.asked == 1)
        server.answer()
        await client.shutDown()
    }
}
