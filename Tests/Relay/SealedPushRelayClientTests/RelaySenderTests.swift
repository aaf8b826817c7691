// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import KeysTestSupport
import SealedPush
import SealedPushCoding
import SealedPushKeys
import SealedPushSender
import TestSupport
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
        let target = try await relays.target(at: subscription)
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

    @Test func `what no device of the endpoint accepts is not posted`() async throws {
        let relay = ScriptedRelay()
        let relays = try relays(relay)
        let subscription = try device.subscription()
        let now = SampleDevice.now
        let other = SampleDevice()
        let begin = now.advanced(by: .days(-3))
        let bundles = [
            device.identity: try device.bundle(device.record(notBefore: begin)),
            other.identity: try other.bundle(other.record(notBefore: begin)),
        ]
        func sealed(
            for device: SampleDevice,
            topic: Topic,
            as kind: Payload.PushKind = .alert,
            at time: Timestamp = now
        ) async throws -> SealedNotification {
            var options = SealingOptions()
            options.kind = kind
            let json = Array(#"{"aps":{"alert":"Hi"}}"#.utf8)
            let bundle = try #require(bundles[device.identity])
            return try await sender.seal(
                sender.prepare(json, options, now: time),
                for: SealingTarget(bundle, recipient: .untracked, topic: topic),
                now: time
            )
        }
        let late = now.advanced(by: .days(-1))
        let topic = subscription.topic
        let second = try #require(Topic("com.example.other"))
        let cases: [(SealedNotification, EndpointFailure)] = [
            (try await sealed(for: device, topic: topic, at: late), .expired),
            (try await sealed(for: device, topic: topic, as: .voip), .otherMessage),
            (try await sealed(for: device, topic: second), .otherMessage),
            (try await sealed(for: other, topic: topic), .otherMessage),
        ]
        for (message, failure) in cases {
            await #expect(throws: failure) { try await relays.post(message, to: subscription) }
        }
        #expect(relay.requests.isEmpty)
    }

    @Test func `a retirement that ends an endpoint is its device's, and the sender keeps it`()
        async throws
    {
        func gone(_ retirement: DeviceIdentity.Retirement) -> RelayAnswer {
            RelayAnswer(
                status: 410,
                body: JSONWriter.object {
                    $0.add("retirement", base64URL: retirement.bytes.span)
                }
            )
        }
        let relay = ScriptedRelay(gone(SampleDevice().retirement()), gone(device.retirement()))
        let relays = try relays(relay)
        let subscription = try device.subscription()
        for retirement in [nil, device.retirement()] {
            await #expect(throws: EndpointFailure.gone(retirement)) {
                _ = try await relays.target(at: subscription)
            }
        }
        try await sender.learn(device.retirement())
        let target = SealingTarget(
            try device.bundle(),
            recipient: .untracked,
            topic: subscription.topic
        )
        let message = try sender.prepare(
            Array(#"{"aps":{"alert":"Hi"}}"#.utf8),
            now: SampleDevice.now
        )
        await #expect(throws: SealingError.deviceRetired) {
            _ = try await sender.seal(message, for: target, now: SampleDevice.now)
        }
    }

    @Test(
        .rules("C-40"),
        arguments: ["https://other.example", "https://relay.example:8443", "http://127.0.0.1"]
    )
    func `a relay that is not named is not asked`(_ named: String) async throws {
        let relay = ScriptedRelay(prekeys(of: try device.bundle()))
        let relays = try relays(relay, at: named)
        let subscription = try device.subscription()
        await #expect(throws: EndpointFailure.otherRelay) {
            _ = try await relays.target(at: subscription)
        }
        await #expect(throws: EndpointFailure.otherRelay) {
            try await relays.post(
                [1],
                seconds: 1,
                isUrgent: true,
                topic: CollapseID(MessageID([UInt8](repeating: 1, count: MessageID.count))),
                to: subscription.address
            )
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
            _ = try await relays.target(at: subscription)
        }
        let retired = try await relays.target(at: subscription)
        #expect(retired.retirement == device.retirement())
        let target = try await relays.target(at: subscription)
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
                _ = try await relays.target(at: subscription)
            }
        }
    }

    // MARK: - Keys

    private static let key = P256.Signing.PrivateKey()

    @Test func `requests are signed for the relay by a key in PEM`() async throws {
        let subject = "mailto:ops@example.com"
        let key = try VAPIDKey(pem: Array(Self.key.pemRepresentation.utf8).span, subject: subject)
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
        ["ecparam", "-name", "prime256v1", "-genkey"],
        ["ecparam", "-name", "prime256v1", "-genkey", "-noout"],
        ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
    ])
    func `keys are taken as OpenSSL writes them`(_ arguments: [String]) throws {
        let pem = try Tool.run(URL(filePath: "/usr/bin/openssl"), arguments).output
        for text in [pem, pem.replacing("\n", with: "\r\n")] {
            let key = try VAPIDKey(pem: Array(text.utf8).span, subject: "mailto:ops@example.com")
            #expect(key.publicKey.count == 65 && key.publicKey.first == 4)
        }
    }

    @Test(arguments: [
        "", "key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        P384.Signing.PrivateKey().pemRepresentation, key.publicKey.pemRepresentation,
    ])
    func `what is no private key of P-256 is refused`(_ pem: String) {
        #expect(throws: RelayClientError.wrongKey) {
            try VAPIDKey(pem: Array(pem.utf8).span, subject: "mailto:ops@example.com")
        }
    }

    @Test(
        arguments: [
            (nil, EndpointFailure.keyRefused), (0, .keyRefused),
            (3_600, .keyRefused), (3_602, .wrongClock), (-3_602, .wrongClock),
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
            _ = try await relays(relay).target(at: subscription)
        }
    }
}
