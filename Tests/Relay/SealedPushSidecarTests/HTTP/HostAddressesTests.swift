// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import KeysTestSupport
import NIOCore
import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import SealedPushSender
import Synchronization
import TestSupport
import Testing

@testable import SealedPushSidecar

/// Relays whose name has several addresses.
struct SeveralAddressesTests {
    private let device = SampleDevice()
    private let relay = ScriptedRelay()

    /// Runs a client whose relay has two addresses, at the first of which nothing listens.
    private func ask(
        _ body:
            @escaping @Sendable (
                RelaySender, DeviceIdentity.Subscription
            ) async throws -> Void
    ) async throws {
        try await relay.run { [device] origin in
            let port = try #require(WebOrigin(origin.utf8)).port
            let named = "http://localhost:\(port)"
            let http = PinnedHTTP(
                RelayPolicy(named),
                clock: { SampleDevice.now }
            ) { _, port in
                try ["127.0.0.2", "127.0.0.1"].map { try SocketAddress(ipAddress: $0, port: port) }
            }
            let subscription = try device.subscription(at: named + "/e/x")
            try await http.run { try await body($0, subscription) }
        }
    }

    @Test
    func `if one address refuses the bundle comes from the next one, which gets the envelope`()
        async throws
    {
        let bundle = try device.bundle()
        relay.answer(ScriptedRelay.bundle(bundle), ScriptedRelay.answer(.created))
        try await ask { relays, subscription in
            let target = try await relays.target(at: subscription)
            #expect(target.bundle == bundle)
            #expect(target.retirement == nil)
            try await relays.post([1, 2, 3], to: subscription)
        }
        #expect(relay.asked.map(\.path) == ["/e/x/prekey", "/e/x"])
    }

    @Test func `an attempt with an envelope goes to one address, the next attempt to the next one`()
        async throws
    {
        relay.answer(ScriptedRelay.answer(.created))
        try await ask { relays, subscription in
            await #expect(throws: EndpointFailure.unanswered) {
                try await relays.post([1], to: subscription)
            }
            try await relays.post([1], to: subscription)
        }
        #expect(relay.asked.count == 1)
    }

    @Test(.rules("C-40 C-99"))
    func `each address of a name is looked at, and private ones are asked only by leave`() throws {
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

/// Relays whose name takes long to resolve.
@Suite(.rules("C-94")) struct SlowNameTests {
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

    @Test func `a name that does not resolve is no answer to what may be asked again`() async throws
    {
        struct Unknown: Error {}
        let http = PinnedHTTP(
            RelayPolicy(),
            for: .drops(1),
            clock: { SampleDevice.now },
            resolve: { _, _ in throw Unknown() }
        )
        let origin = try #require(WebOrigin(url: "https://relay.example"))
        let secret = DropSecret()
        try await http.run { relays in
            await #expect(throws: EndpointFailure.unanswered) {
                _ = try await relays.box(of: secret.id, at: origin)
            }
        }
    }

    @Test(.rules("C-113"), .timeLimit(.minutes(1)))
    func `a stop waits for no name, and nothing for one longer than for an answer`() async throws {
        let server = SilentServer()
        let origin = try #require(WebOrigin(url: "https://relay.example"))
        let secret = DropSecret()
        let resolve: @Sendable (String, Int) async throws -> [SocketAddress] = { _, port in
            await server.ask()
            return [try SocketAddress(ipAddress: "1.1.1.1", port: port)]
        }
        let patient = PinnedHTTP(
            RelayPolicy(),
            for: .drops(1),
            clock: { SampleDevice.now },
            timeLimit: .minutes(60),
            resolve: resolve
        )
        try await patient.run { relays in
            let task = Task {
                try await relays.box(of: secret.id, at: origin, waiting: .seconds(25))
            }
            while server.asked == 0 { try await Task.sleep(for: .milliseconds(5)) }
            task.cancel()
            await #expect(throws: EndpointFailure.unanswered) { try await task.value }
        }
        // However long the relay may be asked to wait.
        let begin = ContinuousClock.now
        let http = PinnedHTTP(
            RelayPolicy(),
            for: .drops(1),
            clock: { SampleDevice.now },
            timeLimit: .milliseconds(50),
            resolve: resolve
        )
        try await http.run { relays in
            await #expect(throws: EndpointFailure.unanswered) {
                _ = try await relays.box(of: secret.id, at: origin, waiting: .seconds(25))
            }
        }
        #expect(ContinuousClock.now - begin < .seconds(20))
        #expect(PinnedHTTP.timeLimit == .seconds(15))
        server.answer()
    }

    @Test func `a name that does not resolve in time is given up, and asked once meanwhile`()
        async throws
    {
        let server = SilentServer()
        let http = PinnedHTTP(
            RelayPolicy("http://localhost:1"),
            clock: { SampleDevice.now },
            timeLimit: .milliseconds(50),
            resolve: { _, port in
                await server.ask()
                return [try SocketAddress(ipAddress: "127.0.0.1", port: port)]
            }
        )
        let subscription = try SampleDevice().subscription(at: "http://localhost:1/e/x")
        try await http.run { relays in
            for _ in 0..<3 {
                await #expect(throws: EndpointFailure.later(nil)) {
                    try await relays.post([1], to: subscription)
                }
            }
            #expect(server.asked == 1)
            server.answer()
        }
    }
}

struct PublicAddressTests {
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.167.1.1", "100.63.0.1",
        "100.128.0.1", "223.255.255.255", "2606:4700::1", "2a00:1450:4001::1", "64:ff9b::808:808",
        "2002:0808:0808::1", "2001:200::1", "2001:4860:4860::8888",
    ])
    func `an address of the public network is asked`(_ text: String) throws {
        #expect(PublicAddress.contains(try SocketAddress(ipAddress: text, port: 443)))
    }

    @Test(
        .rules("C-40"),
        arguments: [
            "0.0.0.0", "10.0.0.1", "127.0.0.1", "127.255.255.255", "100.64.0.1", "169.254.169.254",
            "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.168.0.1", "198.18.0.1", "224.0.0.1",
            "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12::1", "ff02::1",
            "::ffff:10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "2002:0a00:0001::1",
            "2001:db8::1", "2001:0:1::1", "2001:2::1", "2001:20::1", "2001:1ff::1", "3fff::1",
            "3fff:fff::1", "64:ff9b:1::808:808", "::8.8.8.8",
        ]
    )
    func `an address that may be in the backend's own network is not`(_ text: String) throws {
        #expect(!PublicAddress.contains(try SocketAddress(ipAddress: text, port: 443)))
    }

    @Test(.rules("C-40 C-99"))
    func `only TLS on the usual ports is asked, unless the operator has allowed an origin`()
        throws
    {
        let policy = RelayPolicy("http://127.0.0.1:8080")
        for (text, mayBe) in [
            ("https://a.example", true), ("https://a.example:8443", true),
            ("https://a.example:22", false), ("http://localhost", false),
            ("http://127.0.0.1:8080", true), ("http://127.0.0.1:8081", false),
            ("https://127.0.0.1:8080", false),
        ] {
            let origin = try #require(WebOrigin(text.utf8))
            #expect(policy.mayBeAllowed(origin) == mayBe, "\(text)")
            #expect(policy.isAllowed(origin) == (text == "http://127.0.0.1:8080"), "\(text)")
        }
    }
}
