// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushAPNs
import SealedPushCoding
import SealedPushCrypto
import SealedPushOpenSSL
import SealedPushRelayClient
import SealedPushRelayTesting
import SimulatedAPNs
import Synchronization
import TestSupport
import Testing

/// A relay's process whose time of day is set forward and back; its monotonic time goes on.
@Suite(.rules("C-56"), .timeLimit(.minutes(10)))
struct ClockStepTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    /// The library that gives a process another time of day.
    private static let library = {
        let folder = "/usr/lib"
        let kinds = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return kinds.map { "\(folder)/\($0)/faketime/libfaketimeMT.so.1" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }()

    /// Sets the relay's clock apart from the true one, as `+2d`.
    private func step(_ offset: String) throws {
        try Data("\(offset)\n".utf8).write(to: URL(filePath: folder + "/clock"), options: .atomic)
    }

    private func relay(
        at port: Int,
        _ apns: APNsServer,
        keyID: String = "ABC123DEFG",
        _ library: String
    ) async throws -> ServedRelay {
        try await ServedRelay(
            ["--data", "relay", "--port", "\(port)", "--operator-port", "0"]
                + ["--topic", "com.example.app", "--open", "--key", "AuthKey.p8"]
                + ["--key-id", keyID, "--team-id", "DEF123GHIJ"]
                + ["--apns-host", "localhost", "--apns-root", "root.pem"]
                + ["--apns-port", "\(apns.port)"],
            in: folder,
            environment: [
                "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": folder + "/clock",
                "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                "DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1",
            ]
        )
    }

    /// Makes the publisher's key, and what APNs knows of it.
    private func directory() throws -> APNsDirectory {
        let key = try P256PrivateKey()
        let base64 = key.withDER { Data([UInt8](copying: $0)).base64EncodedString() }
        let pem = "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
        let path = folder + "/AuthKey.p8"
        try Data(pem.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        var directory = APNsDirectory()
        directory.add(ProviderKey(key.publicKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
        return directory
    }

    @Test(
        .enabled(if: library != nil, "NOT RUN: there is no libfaketime (apt-get install faketime)")
    )
    func `a clock that is set forward or back loses no message, and shows none twice`()
        async throws
    {
        let library = try #require(Self.library)
        try step("+0")
        try await APNsServer.run(ServerConfiguration(try directory())) { apns in
            let root = URL(filePath: folder).appending(path: "root.pem")
            try Data(apns.roots.pem.utf8).write(to: root)
            let relay = try await relay(at: Listener.freePort(), apns, library)
            let client = try RelayClient(relay.url)
            let phone = try await SteppedPhone(client, apns)
            let code = try #require(await phone.nextCode())
            #expect(try await client.activate(phone.device, answering: code, by: phone.prove))
            let open = try await client.makeEndpoint(of: phone.device, for: .anyone).url
            let signing = try P256PrivateKey()
            let publicKey = signing.publicKey.bytes
            let bound = try await client.makeEndpoint(of: phone.device, for: .key(publicKey)).url
            let signed = try Self.header(signing, publicKey, for: relay.url)
            let late = try await SteppedPhone(client, apns)
            let lateCode = try #require(await late.nextCode())

            var sent: [[UInt8]] = []
            func post(to url: String = open, _ header: String = "") async throws -> Int {
                let envelope = phone.envelope()
                let status = try await Self.post(envelope, to: url, at: relay, header)
                if status == 201 { sent.append(envelope) }
                return status
            }
            for (offset, isAhead) in [("+2d", true), ("-2d", false)] {
                #expect(try await post() == 201)
                #expect(try await post(to: bound, signed) == 201)
                while phone.texts.count < sent.count {
                    try await Task.sleep(for: .milliseconds(20))
                }
                try step(offset)
                // Accepted at the wrong time; the token of its sender is not for that time.
                #expect(try await post() == 201)
                #expect(try await post(to: bound, signed) == 403)
                if isAhead {
                    // Ten minutes are over by this clock.
                    await #expect(throws: RelayClientError.self) {
                        _ = try await client.activate(
                            late.device,
                            answering: lateCode,
                            by: late.prove
                        )
                    }
                }
                try step("+0")
                // What was accepted meanwhile arrives without a restart.
                while phone.texts.count < sent.count {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
            // The code was not used up.
            #expect(try await client.activate(late.device, answering: lateCode, by: late.prove))
            #expect(try await client.status(of: late.device).state == .active)
            #expect(try await post() == 201)
            while phone.texts.count < sent.count { try await Task.sleep(for: .milliseconds(20)) }
            #expect(relay.stop() == 0)
            let texts = try phone.texts.map { try OuterPayload(reading: $0).encryptedContent }
            let envelopes = try texts.map { try Envelope(text: $0.span).bytes }
            // Each once.
            #expect(envelopes.count == sent.count)
            #expect(Set(envelopes) == Set(sent))
        }
    }

    @Test(
        .enabled(if: library != nil, "NOT RUN: there is no libfaketime (apt-get install faketime)")
    )
    func `a pause that began while the clock was ahead ends once the clock is right`() async throws
    {
        let library = try #require(Self.library)
        try step("+0")
        try await APNsServer.run(ServerConfiguration(try directory())) { apns in
            let root = URL(filePath: folder).appending(path: "root.pem")
            try Data(apns.roots.pem.utf8).write(to: root)
            let port = Listener.freePort()
            var relay = try await relay(at: port, apns, library)
            let client = try RelayClient(relay.url)
            let phone = try await SteppedPhone(client, apns)
            let code = try #require(await phone.nextCode())
            #expect(try await client.activate(phone.device, answering: code, by: phone.prove))
            let endpoint = try await client.makeEndpoint(of: phone.device, for: .anyone).url
            #expect(relay.stop() == 0)

            try step("+2d")
            relay = try await self.relay(at: port, apns, keyID: "ZZZ123DEFG", library)
            #expect(try await Self.post(phone.envelope(), to: endpoint, at: relay, "") == 201)
            let server = BuiltProgram.named("sealedpush-server")
            let show = ["outbox", "show", "--data", "relay"]
            while try !Tool.run(server, show, in: folder).output.contains("credentials") {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(relay.stop() == 0)

            try step("+0")
            relay = try await self.relay(at: port, apns, library)
            while phone.texts.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            #expect(relay.stop() == 0)
            #expect(phone.texts.count == 1)
        }
    }

    private static func post(
        _ envelope: [UInt8],
        to url: String,
        at relay: ServedRelay,
        _ header: String
    ) async throws -> Int {
        let client = try RawConnection(port: try relay.port)
        try client.send(
            "POST \(url.dropFirst(relay.url.count)) HTTP/1.1\r\nHost: a\r\nTTL: 600000\r\n\(header)"
                + "Connection: close\r\nContent-Type: application/sealedpush\r\n"
                + "Content-Length: \(envelope.count)\r\n\r\n"
        )
        try client.send(envelope)
        return try RelayReply(await client.rest()).status
    }

    /// A sender's signature for the next hour of the true time (RFC 8292).
    private static func header(
        _ key: borrowing P256PrivateKey,
        _ publicKey: [UInt8],
        for origin: String
    ) throws -> String {
        let end = Int(Date().timeIntervalSince1970) + 3600
        let parts = [
            #"{"typ":"JWT","alg":"ES256"}"#,
            #"{"aud":"\#(origin)","exp":\#(end),"sub":"mailto:ops@example.com"}"#,
        ].map { Base64URL.encode(Array($0.utf8).span) }
        let input = parts.joined(separator: ".")
        let bytes = Array(input.utf8)
        let signature = try key.signature(for: bytes.span)
        let token = input + "." + Base64URL.encode(signature.bytes.span)
        return "Authorization: vapid t=\(token), k=\(Base64URL.encode(publicKey.span))\r\n"
    }
}

/// What has come to a phone.
private final class Inbox: Sendable {
    let pushes = Mutex<[[UInt8]]>([])
}

/// A phone without an extension, which counts what comes.
private final class SteppedPhone: Sendable {
    let device: RelayRegistration
    private let record: PrekeyRecord
    private let key: Mutex<SampleDevice>
    private let inbox = Inbox()
    private let codes: AsyncStream<RelayActivation>

    init(_ client: RelayClient, _ apns: APNsServer) async throws {
        let sample = SampleDevice()
        let seed = SecretBytes(randomCount: 32)
        let pair = try seed.withBytes { seed throws(CryptoError) in
            try XWingPrivateKey(seed: seed)
        }
        let now = Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
        record = PrekeyRecord(
            signing: pair.publicKey,
            terms: PrekeyRecord.Terms(
                class: .reusable,
                epoch: 1,
                minimumEpoch: 0,
                notBefore: now,
                notAfter: now.advanced(by: .days(40))
            ),
            with: sample.key
        )
        let bundle = try DeviceBundle(device: sample.identity, records: [record])
        let token = Randomness.bytes(32)
        let (codes, continuation) = AsyncStream.makeStream(of: RelayActivation.self)
        self.codes = codes
        key = Mutex(sample)
        let pushToken = try APNsDeviceToken(token)
        apns.changeDirectory { directory in
            directory.register(
                DeviceRegistration(of: "com.example.app", on: "\(UUID())"),
                as: pushToken
            )
        }
        apns.connect(pushToken) { [inbox] push in
            if let code = RelayActivation(payload: push.payload) {
                continuation.yield(code)
            } else {
                inbox.pushes.withLock { $0.append(push.payload) }
            }
        }
        device = try await client.register(app: "com.example.app", token: token, bundle: bundle)
    }

    /// The payloads of messages that came.
    var texts: [[UInt8]] { inbox.pushes.withLock(\.self) }

    /// The next code that comes.
    func nextCode() async -> RelayActivation? {
        for await code in codes { return code }
        return nil
    }

    func prove(
        _ purpose: DeviceIdentity.PossessionPurpose,
        _ origin: String,
        _ name: String,
        _ nonce: [UInt8]
    ) throws -> DeviceIdentity.PossessionProof {
        try key.withLock { sample in
            DeviceIdentity.PossessionProof(
                signing: sample.key,
                answering: try DeviceIdentity.PossessionProof.Challenge(
                    to: purpose,
                    at: origin,
                    of: name,
                    nonce: nonce
                )
            )
        }
    }

    func envelope() -> [UInt8] { [1] + record.id.bytes + Randomness.bytes(1391) }
}
