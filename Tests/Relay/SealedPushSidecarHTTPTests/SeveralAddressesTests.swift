// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import KeysTestSupport
import NIOCore
import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import SealedPushSidecar
import Testing

@testable import SealedPushSidecarHTTP

/// Relays whose name has several addresses.
struct SeveralAddressesTests {
    private let device = SampleDevice()
    private let relay = ScriptedRelay()

    /// Runs a client whose relay has two addresses, at the first of which nothing listens.
    private func ask(
        _ body:
            @escaping @Sendable (
                HTTPEndpointClient, DeviceIdentity.Subscription
            ) async throws -> Void
    ) async throws {
        try await relay.run { [device] origin in
            let port = try #require(WebOrigin(origin.utf8)).port
            let named = "http://localhost:\(port)"
            let client = HTTPEndpointClient(
                RelayPolicy(allowing: [try #require(WebOrigin(named.utf8))]),
                signer: nil,
                clock: { SampleDevice.now }
            ) { _, port in
                try ["127.0.0.2", "127.0.0.1"].map { try SocketAddress(ipAddress: $0, port: port) }
            }
            let subscription = try device.subscription(at: named + "/e/x")
            try await client.run { try await body($0, subscription) }
        }
    }

    @Test
    func `if one address refuses the bundle comes from the next one, which gets the envelope`()
        async throws
    {
        let bundle = try device.bundle()
        relay.answer(ScriptedRelay.bundle(bundle), ScriptedRelay.answer(.created))
        try await ask { client, subscription in
            #expect(try await client.offer(at: subscription) == EndpointOffer(bundle))
            try await client.post([1, 2, 3], .sample, to: subscription)
        }
        #expect(relay.asked.map(\.path) == ["/e/x/prekey", "/e/x"])
    }

    @Test func `an attempt with an envelope goes to one address, the next attempt to the next one`()
        async throws
    {
        relay.answer(ScriptedRelay.answer(.created))
        try await ask { client, subscription in
            await #expect(throws: EndpointFailure.unanswered) {
                try await client.post([1], .sample, to: subscription)
            }
            try await client.post([1], .sample, to: subscription)
        }
        #expect(relay.asked.count == 1)
    }

    @Test func `each address of a name is looked at, and private ones are asked only by leave`()
        throws
    {
        let resolved = try ["192.0.43.8", "10.0.0.1", "2001:500:8d::53", "::1", "169.254.169.254"]
            .map { try SocketAddress(ipAddress: $0, port: 443) }
        let origin = try #require(WebOrigin("https://relay.example".utf8))
        let open = PinnedClients.addresses(resolved, of: origin, RelayPolicy())
        #expect(open == ["192.0.43.8", "2001:500:8d::53"])
        let policy = RelayPolicy(allowing: [origin])
        #expect(PinnedClients.addresses(resolved, of: origin, policy).count == 4)
    }

    @Test func `the system's resolver gives every address of a name once`() throws {
        #expect(
            try HostAddresses.all(of: "127.0.0.1", 443).map(\.ipAddress) == ["127.0.0.1"]
        )
        #expect(try HostAddresses.all(of: "::1", 443).map(\.ipAddress) == ["::1"])
        #expect(throws: HostAddresses.Unknown.self) { try HostAddresses.all(of: "no name", 443) }
    }
}
