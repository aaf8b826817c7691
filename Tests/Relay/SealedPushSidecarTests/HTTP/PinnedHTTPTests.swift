// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import KeysTestSupport
import NIOCore
import SealedPush
import SealedPushCoding
import SealedPushOpenSSL
import SealedPushRelay
import SealedPushRelayClient
import SealedPushSender
import Synchronization
import TestSupport
import Testing

@testable import SealedPushSidecar

struct PinnedHTTPTests {
    private let device = SampleDevice()
    private let relay = ScriptedRelay()

    /// Has a client ask a relay at this origin, or none.
    private static func http(at origin: String?) -> PinnedHTTP {
        PinnedHTTP(origin.map { RelayPolicy($0) } ?? RelayPolicy()) { SampleDevice.now }
    }

    /// Runs a client against the relay.
    private func ask(
        signedBy key: VAPIDKey? = nil,
        _ body:
            @escaping @Sendable (
                RelaySender, DeviceIdentity.Subscription
            ) async throws -> Void
    ) async throws {
        try await relay.run { [device] origin in
            let subscription = try device.subscription(at: "\(origin)/e/x")
            try await Self.http(at: origin).run(signedBy: key) { try await body($0, subscription) }
        }
    }

    @Test(arguments: ["127.0.0.1", "::1", "localhost"])
    func `a relay is asked by each form of host`(_ host: String) async throws {
        let key = try P256PrivateKey()
        let signer = VAPIDKey(key, subject: "mailto:ops@example.com")
        relay.answer(ScriptedRelay.bundle(try device.bundle()), ScriptedRelay.answer(.created))
        try await relay.serve(at: host) { [device] origin in
            let subscription = try device.subscription(at: "\(origin)/e/x")
            try await Self.http(at: origin).run(signedBy: signer) { relays in
                _ = try await relays.target(at: subscription)
                try await relays.post([1], to: subscription)
            }
        }
        #expect(relay.asked.map(\.path) == ["/e/x/prekey", "/e/x"])
    }

    @Test(
        .rules("C-40 C-99"),
        arguments: [
            "https://[2001:db8::1]/e/x", "https://[::1]/e/x", "https://[fe80::1]/e/x",
            "https://[::ffff:127.0.0.1]/e/x", "https://127.0.0.1/e/x", "https://192.0.2.1/e/x",
            "https://[::]/e/x", "https://0.0.0.0/e/x",
        ]
    )
    func `an address that is not public is not connected to, and may be allowed later`(
        _ endpoint: String
    ) async throws {
        let subscription = try device.subscription(at: endpoint)
        try await Self.http(at: nil).run { relays in
            await #expect(throws: EndpointFailure.later(nil)) {
                try await relays.post([1], to: subscription)
            }
        }
    }

    @Test func `the operator is told once of a relay that may not be asked`() async throws {
        let told = Mutex<[RelayNotice]>([])
        let http = PinnedHTTP(
            RelayPolicy("http://127.0.0.1:2"),
            clock: { SampleDevice.now },
            notice: { notice in told.withLock { $0.append(notice) } }
        )
        let subscription = try device.subscription(at: "http://127.0.0.1:1/e/secret")
        try await http.run { relays in
            for _ in 0..<2 {
                await #expect(throws: EndpointFailure.later(nil)) {
                    try await relays.post([1], to: subscription)
                }
            }
        }
        #expect(told.withLock(\.self) == [.unreachable("http://127.0.0.1:1")])
    }

    @Test func `of relays that recipients choose 100 are told at most`() async throws {
        let count = Mutex(0)
        let http = PinnedHTTP(
            RelayPolicy(),
            clock: { SampleDevice.now },
            notice: { _ in count.withLock { $0 += 1 } }
        )
        try await http.run { relays in
            for number in 0..<110 {
                let subscription = try device.subscription(at: "https://10.0.0.\(number)/e/x")
                try? await relays.post([1], to: subscription)
            }
        }
        #expect(count.withLock(\.self) == 100)
    }

    @Test func `a bundle is claimed, and an envelope posted, in the form of RFC 8030`()
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
        let asked = relay.asked
        #expect(asked.map(\.path) == ["/e/x/prekey", "/e/x"])
        #expect(asked[1].body == [1, 2, 3])
        let names = ["Content-Type", "TTL", "Urgency", "Topic", "Authorization"]
        let fields = names.map { name in HTTPField.Name(name).flatMap { asked[1].headers[$0] } }
        let topic = RelaySender.sampleTopic.text
        #expect(fields == ["application/sealedpush", "60", "low", topic, nil])
    }

    @Test(.rules("C-40 C-99"))
    func `each answer means what the relay's documents say`() async throws {
        let answers: [(Response, EndpointFailure)] = [
            (ScriptedRelay.answer(.gone), .gone(nil)),
            (ScriptedRelay.problem("unknown", .notFound), .gone(nil)),
            // A proxy's, perhaps.
            (ScriptedRelay.answer(.notFound), .later(nil)),
            (ScriptedRelay.problem("stale-prekey", .conflict), .stalePrekey),
            (ScriptedRelay.problem("not-active", .conflict), .later(nil)),
            (ScriptedRelay.answer(.tooManyRequests, [.retryAfter: "7"]), .later(.seconds(7))),
            (ScriptedRelay.answer(.serviceUnavailable), .later(nil)),
            (ScriptedRelay.answer(.internalServerError, [.retryAfter: "soon"]), .later(nil)),
            (ScriptedRelay.answer(.unauthorized), .refused),
            (ScriptedRelay.answer(.forbidden), .refused),
            (ScriptedRelay.answer(.badRequest), .refused),
            (ScriptedRelay.answer(.contentTooLarge), .refused),
            (ScriptedRelay.answer(.movedPermanently, [.location: "/e/y"]), .refused),
        ]
        for (answer, failure) in answers {
            relay.answer(answer)
            try await ask { relays, subscription in
                await #expect(throws: failure) {
                    try await relays.post([1], to: subscription)
                }
            }
        }
        // No redirect was followed.
        #expect(relay.asked.count == answers.count)
    }

    @Test func `the operator is told once of a relay that refuses the signature`() async throws {
        let told = Mutex<[RelayNotice]>([])
        relay.answer(
            ScriptedRelay.problem("vapid-required", .unauthorized),
            ScriptedRelay.problem("vapid-refused", .forbidden)
        )
        try await relay.run { [device] origin in
            let http = PinnedHTTP(
                RelayPolicy(origin),
                clock: { Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000)) },
                notice: { notice in told.withLock { $0.append(notice) } }
            )
            let subscription = try device.subscription(at: origin + "/e/secret")
            try await http.run { relays in
                await #expect(throws: EndpointFailure.keyRefused) {
                    _ = try await relays.target(at: subscription)
                }
                await #expect(throws: EndpointFailure.keyRefused) {
                    try await relays.post([1], to: subscription)
                }
            }
            #expect(told.withLock(\.self) == [.keyRefused(origin)])
        }
    }

    @Test(arguments: [-50_000, 50_000] as [Int64])
    func `a signature that is refused beside a wrong clock is tried again`(
        _ seconds: Int64
    ) async throws {
        let told = Mutex<[RelayNotice]>([])
        relay.answer(ScriptedRelay.problem("vapid-refused", .forbidden))
        try await relay.run { [device] origin in
            let http = PinnedHTTP(
                RelayPolicy(origin),
                clock: {
                    Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
                        .advanced(by: .seconds(seconds))
                },
                notice: { notice in told.withLock { $0.append(notice) } }
            )
            let subscription = try device.subscription(at: origin + "/e/x")
            let key = VAPIDKey(try P256PrivateKey(), subject: "mailto:ops@example.com")
            try await http.run(signedBy: key) { relays in
                await #expect(throws: EndpointFailure.wrongClock) {
                    try await relays.post([1], to: subscription)
                }
            }
        }
        // The clock is told, and nothing of a key.
        guard case .clock(let difference)? = told.withLock(\.first) else {
            Issue.record("the clock is told")
            return
        }
        #expect(told.withLock(\.count) == 1)
        #expect(abs(difference.duration.components.seconds - seconds) < 100)
    }

    @Test(.rules("C-97"))
    func `a clock that is off is said at five minutes, and serves no more at an hour`()
        async throws
    {
        let ahead = Mutex(Duration.zero)
        let told = Mutex<[RelayNotice]>([])
        relay.answer(ScriptedRelay.answer(.created), ScriptedRelay.answer(.serviceUnavailable))
        try await relay.run { [device] origin in
            let http = PinnedHTTP(
                RelayPolicy(origin),
                clock: {
                    Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
                        .advanced(by: ahead.withLock(\.self))
                },
                notice: { notice in told.withLock { $0.append(notice) } }
            )
            let subscription = try device.subscription(at: origin + "/e/x")
            try await http.run { relays in
                #expect(!http.isClockFar)
                // In seconds; whether it is far, and how many notices there are by then.
                for (seconds, isFar, count) in [
                    (0, false, 0), (280, false, 0), (-280, false, 0), (320, false, 1),
                    (-320, false, 1), (3580, false, 1), (3620, true, 2), (-172_800, true, 2),
                    (60, false, 3), (-3620, true, 4),
                ] as [(Int64, Bool, Int)] {
                    ahead.withLock { $0 = .seconds(seconds) }
                    // By what the relay has answered before.
                    if count > 0 { #expect(http.isClockFar == isFar, "\(seconds)") }
                    // Any answer tells it, also one of a failure.
                    try? await relays.post([1], to: subscription)
                    #expect(http.isClockFar == isFar, "\(seconds)")
                    #expect(told.withLock(\.count) == count, "\(seconds)")
                }
            }
        }
    }

    @Test func `an answer above 16 KiB is not read, and one without a bundle is none`() async throws
    {
        relay.answer(
            ScriptedRelay.answer(.ok, [:], String(repeating: " ", count: 20_000) + "{}"),
            ScriptedRelay.answer(.ok, [:], "{}"),
            ScriptedRelay.answer(.ok, [:], #"{"bundle":"AAAA"}"#)
        )
        try await ask { relays, subscription in
            for failure in [EndpointFailure.unanswered, .refused, .refused] {
                await #expect(throws: failure) { _ = try await relays.target(at: subscription) }
            }
        }
    }

    @Test(.rules("C-94"))
    func `a relay that begins an answer and ends it never is told as one without an answer`()
        async throws
    {
        relay.answer(
            Response(
                status: .created,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: " "))
                    // The relay ends with the test only when this does.
                    try await Task.sleep(for: .seconds(8))
                }
            )
        )
        try await relay.run { [device] origin in
            let http = PinnedHTTP(
                RelayPolicy(origin),
                clock: { SampleDevice.now },
                // It counts for the name as well, which may take its time on a busy machine.
                timeLimit: .seconds(4)
            ) { [try SocketAddress(ipAddress: "127.0.0.1", port: $1)] }
            let subscription = try device.subscription(at: origin + "/e/x")
            try await http.run { relays in
                await #expect(throws: EndpointFailure.unanswered) {
                    try await relays.post([1], to: subscription)
                }
            }
        }
    }

    @Test func `a sender that has a key signs every request, for the relay that is asked`()
        async throws
    {
        let key = try P256PrivateKey()
        let publicKey = key.publicKey
        let signer = VAPIDKey(key, subject: "mailto:ops@example.com")
        relay.answer(ScriptedRelay.bundle(try device.bundle()), ScriptedRelay.answer(.created))
        try await ask(signedBy: signer) { relays, subscription in
            _ = try await relays.target(at: subscription)
            try await relays.post([1], to: subscription)
        }
        #expect(relay.asked.count == 2)
        for asked in relay.asked {
            let value = try #require(asked.headers[.authorization])
            let claims = try #require(try Self.claims(of: value, signedBy: publicKey))
            #expect(claims["aud"]?.string?.hasPrefix("http://127.0.0.1:") == true)
            let end = SampleDevice.now.advanced(by: .hours(12)).milliseconds / 1000
            #expect(claims["exp"]?.integer == Int(end))
        }
    }

    /// The claims of a header, nil if the key has not signed them.
    private static func claims(of value: String, signedBy key: P256PublicKey) throws -> JSONValue? {
        guard value.hasPrefix("vapid t=") else { return nil }
        let token = value.dropFirst("vapid t=".count).prefix { $0 != "," }
        let parts = token.split(separator: ".")
        let bytes = try Base64URL.decode(Array(parts[2].utf8).span)
        let signature = try P256Signature(reading: bytes.span)
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        guard key.isValidSignature(signature, for: signed.span) else { return nil }
        return try JSONDocument(reading: Base64URL.decode(Array(parts[1].utf8).span)).root
    }

    @Test(.rules("C-40"))
    func `an address of the backend's own network is not connected to`() async throws {
        relay.answer(ScriptedRelay.answer(.created))
        try await relay.run { [device] origin in
            // By its number, and by a name that resolves to it.
            let asked = Mutex(0)
            let http = PinnedHTTP(RelayPolicy(), clock: { SampleDevice.now }) { _, port in
                asked.withLock { $0 += 1 }
                return [try SocketAddress(ipAddress: "127.0.0.1", port: port)]
            }
            try await http.run { relays in
                for endpoint in ["https://relay.example/e/x", origin + "/e/x"] {
                    let subscription = try device.subscription(at: endpoint)
                    await #expect(throws: EndpointFailure.later(nil)) {
                        try await relays.post([1], to: subscription)
                    }
                }
            }
            #expect(asked.withLock { $0 } == 1)
        }
        #expect(relay.asked.isEmpty)
    }

    @Test(.rules("C-40 C-99"))
    func `a name is resolved once, and what it resolved to is connected to`() async throws {
        relay.answer(ScriptedRelay.answer(.created))
        try await relay.run { [device] origin in
            let port = try #require(WebOrigin(origin.utf8)).port
            let named = "http://localhost:\(port)"
            let asked = Mutex(0)
            let http = PinnedHTTP(
                RelayPolicy(named),
                clock: { SampleDevice.now }
            ) { _, port in
                asked.withLock { $0 += 1 }
                return [try SocketAddress(ipAddress: "127.0.0.1", port: port)]
            }
            let subscription = try device.subscription(at: named + "/e/x")
            try await http.run { relays in
                for _ in 0..<3 { try await relays.post([1], to: subscription) }
            }
            #expect(asked.withLock { $0 } == 1)
        }
        #expect(relay.asked.count == 3)
    }

    @Test func `a relay that is not there is told as one without an answer`() async throws {
        let http = PinnedHTTP(
            RelayPolicy("http://127.0.0.1:1"),
            clock: { SampleDevice.now },
            resolve: { _, _ in
                Issue.record("an address is no name")
                return []
            }
        )
        let subscription = try device.subscription(at: "http://127.0.0.1:1/e/x")
        try await http.run { relays in
            await #expect(throws: EndpointFailure.unanswered) {
                try await relays.post([1], to: subscription)
            }
        }
    }
}
