// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import KeysTestSupport
import SealedPush
import SealedPushCoding
import SealedPushKeys
import SealedPushSender
import Testing

@testable import SealedPushRelayClient

struct RelaySenderTests {
    private let device = SampleDevice()
    private let sender = Sender(keys: SenderKeys(), memory: TransientSenderMemory())

    private func relays(
        _ http: ScriptedRelay,
        at origin: String = "https://relay.example",
        key: VAPIDKey? = nil
    ) throws -> RelaySender {
        let origin = try #require(WebOrigin(url: origin))
        return RelaySender(at: [origin], key: key, http: http) { SampleDevice.now }
    }

    private func prekeys(
        of bundle: DeviceBundle,
        _ retirement: DeviceIdentity.Retirement? = nil
    ) -> RelayAnswer {
        let body = JSONWriter.object { body in
            body.add("bundle", base64URL: bundle.bytes.span)
            if let retirement { body.add("retirement", base64URL: retirement.bytes.span) }
        }
        return RelayAnswer(status: 200, body: body)
    }

    @Test func `a message is sealed to the relay's prekeys, and posted as it says`() async throws {
        let relay = ScriptedRelay(
            prekeys(of: try device.bundle()),
            RelayAnswer(status: 201, body: [])
        )
        let relays = try relays(relay)
        let subscription = try device.subscription()
        var options = SealingOptions()
        options.timeToLive = try #require(TimeToLive(seconds: 600))
        options.priority = .conserving
        let message = try sender.prepare(
            Array(#"{"aps":{"alert":"Hi"}}"#.utf8),
            options,
            now: SampleDevice.now
        )
        let target = try await relays.target(at: subscription, recipient: .untracked)
        #expect(target.topic == subscription.topic && target.retirement == nil)
        let sealed = try await sender.seal(message, for: target, now: SampleDevice.now)
        try await relays.post(sealed, to: subscription)

        let (asked, posted) = (relay.requests[0], relay.requests[1])
        #expect(asked.url.absoluteString == "https://relay.example/e/x/prekey")
        #expect(asked.body.isEmpty && asked.isRepeatable)
        #expect(posted.url.absoluteString == "https://relay.example/e/x")
        #expect(posted.body == sealed.envelope && !posted.isRepeatable)
        #expect(
            posted.headers == [
                "Content-Type": "application/sealedpush", "TTL": "600", "Urgency": "low",
                "Topic": sealed.collapseID.text,
            ]
        )
    }

    @Test func `what is over is posted for one attempt`() async throws {
        let relay = ScriptedRelay(RelayAnswer(status: 201, body: []))
        let late = SampleDevice.now.advanced(by: .days(-2))
        let message = try sender.prepare(Array(#"{"aps":{"alert":"Hi"}}"#.utf8), now: late)
        let subscription = try device.subscription()
        let target = SealingTarget(
            try device.bundle(device.record(notBefore: late)),
            recipient: .untracked,
            topic: subscription.topic
        )
        let sealed = try await sender.seal(message, for: target, now: late)
        try await relays(relay).post(sealed, to: subscription)
        #expect(relay.requests.map { $0.headers["TTL"] } == ["0"])
        #expect(relay.requests.map { $0.headers["Urgency"] } == ["high"])
    }

    @Test(arguments: ["https://other.example", "https://relay.example:8443", "http://127.0.0.1"])
    func `a relay that is not named is not asked`(_ named: String) async throws {
        let relay = ScriptedRelay(prekeys(of: try device.bundle()))
        let relays = try relays(relay, at: named)
        let subscription = try device.subscription()
        await #expect(throws: EndpointFailure.otherRelay) {
            _ = try await relays.target(at: subscription, recipient: .untracked)
        }
        await #expect(throws: EndpointFailure.otherRelay) {
            try await relays.post([1], seconds: 1, isUrgent: true, topic: nil, to: subscription)
        }
        #expect(relay.requests.isEmpty)
    }

    @Test(arguments: ["", "relay.example", "http://relay.example", "https://relay.example/e/x"])
    func `what is no relay's URL is refused`(_ url: String) {
        #expect(throws: RelayClientError.wrongURL) {
            try RelaySender(at: ["https://relay.example", url])
        }
    }

    @Test func `prekeys of another device get nothing, and the own retirement goes along`()
        async throws
    {
        let other = SampleDevice()
        let relay = ScriptedRelay(
            prekeys(of: try other.bundle()),
            prekeys(of: try device.bundle(), device.retirement()),
            prekeys(of: try device.bundle(), other.retirement())
        )
        let relays = try relays(relay)
        let subscription = try device.subscription()
        await #expect(throws: EndpointFailure.otherDevice) {
            _ = try await relays.target(at: subscription, recipient: .untracked)
        }
        let retired = try await relays.target(at: subscription, recipient: .untracked)
        #expect(retired.retirement == device.retirement())
        let target = try await relays.target(at: subscription, recipient: .untracked)
        #expect(target.retirement == nil)
    }

    @Test func `without an answer it is unknown, and nonsense is refused`() async throws {
        let relay = ScriptedRelay(
            nil,
            RelayAnswer(status: 200, body: []),
            RelayAnswer(status: 200, body: Array(#"{"bundle":"AAAA"}"#.utf8))
        )
        let relays = try relays(relay)
        let subscription = try device.subscription()
        for failure in [EndpointFailure.unanswered, .refused, .refused] {
            await #expect(throws: failure) {
                _ = try await relays.target(at: subscription, recipient: .untracked)
            }
        }
    }

    // MARK: - Keys

    /// A key that `openssl ecparam` and `openssl genpkey` would write, in both forms.
    private static let key = P256.Signing.PrivateKey()

    @Test func `requests are signed for the relay by a key in PEM`() async throws {
        let subject = "mailto:ops@example.com"
        let key = try VAPIDKey(pem: Self.key.pemRepresentation, subject: subject)
        #expect(key.publicKey == Array(Self.key.publicKey.x963Representation))
        let value = try key.authorization(for: "https://relay.example", at: SampleDevice.now)
        let token = try #require(value.wholeMatch(of: #/vapid t=([\w.-]+), k=([\w-]+)/#))
        #expect(try Base64URL.decode(Array(token.2.utf8).span) == key.publicKey)
        let parts = token.1.split(separator: ".")
        let signature = try P256.Signing.ECDSASignature(
            rawRepresentation: Base64URL.decode(Array(parts[2].utf8).span)
        )
        let signed = Data("\(parts[0]).\(parts[1])".utf8)
        #expect(Self.key.publicKey.isValidSignature(signature, for: signed))
        let claims = try JSONDocument(reading: Base64URL.decode(Array(parts[1].utf8).span)).root
        #expect(claims["aud"]?.string == "https://relay.example")
        #expect(claims["sub"]?.string == subject)
        let end = SampleDevice.now.advanced(by: .hours(12)).milliseconds / 1000
        #expect(claims["exp"]?.integer == Int(end))
        #expect("\(key)" == "VAPIDKey" && Mirror(reflecting: key).children.isEmpty)
    }

    @Test(arguments: [
        "", "key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        P384.Signing.PrivateKey().pemRepresentation, key.publicKey.pemRepresentation,
    ])
    func `what is no private key of P-256 is refused`(_ pem: String) {
        #expect(throws: RelayClientError.wrongKey) {
            try VAPIDKey(pem: pem, subject: "mailto:ops@example.com")
        }
    }

    @Test(
        arguments: [
            (nil, EndpointFailure.keyRefused), (0, .keyRefused),
            (3_600, .keyRefused), (3_602, .later(nil)), (-3_602, .later(nil)),
        ] as [(Int64?, EndpointFailure)]
    )
    func `a refused signature says nothing if the clocks are more than an hour apart`(
        _ seconds: Int64?,
        _ failure: EndpointFailure
    ) async throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let date = seconds.map { seconds in
            let time = SampleDevice.now.advanced(by: .seconds(seconds)).milliseconds / 1000
            return formatter.string(from: Date(timeIntervalSince1970: Double(time)))
        }
        let body = Array(#"{"type":"urn:sealedpush:problem:vapid-refused"}"#.utf8)
        let relay = ScriptedRelay(RelayAnswer(status: 403, date: date, body: body))
        let subscription = try device.subscription()
        await #expect(throws: failure) {
            _ = try await relays(relay).offer(at: subscription)
        }
    }
}
