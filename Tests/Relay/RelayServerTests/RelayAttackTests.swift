// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushAPNs
import SealedPushCoding
import SealedPushCrypto
import SealedPushOpenSSL
import SealedPushRelayClient
import SimulatedAPNs
import SimulatedDelivery
import TestSupport
import Testing

/// What a hostile relay, and somebody who reads pushes, can do to a device at an honest relay, by
/// the commands.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RelayAttackTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    @Test(.rules("V-20 V-23 V-24 C-35"))
    func `a hostile relay that hands on an honest relay's code gets no device there`()
        async throws
    {
        try await withHonestRelay { relay, pushes in
            try register("phone", at: relay.url)
            try answer(try await pushes.next(), as: "phone")
            // The phone registers at a hostile relay, too, and tells it its token. That relay
            // registers a device of its own with the token at the honest one, and gives the phone
            // this device's name.
            try register("thief", at: relay.url)
            let push = try await pushes.next()
            let hostile = try HostileRelay(naming: try name(of: "thief"))
            try register("phone", at: hostile.url, as: "hostile")

            // The honest relay's push names that relay, so the phone does not answer the other.
            let refused = try answer(push, as: "phone", with: "hostile")
            #expect(refused.status == 64)
            #expect(refused.output.contains("the code is for another device or of another relay"))
            #expect(hostile.proofs.isEmpty)

            // Pushed as the hostile relay's own it is answered. But what the hostile relay gets is
            // neither a proof for the honest relay nor the code.
            let own = try activation(hostile.url, try name(of: "thief"), push.code)
            #expect(try answer(own, as: "phone", with: "hostile").status == 0)
            let proof = try #require(hostile.proofs.first)
            let posted = try await post(proof.bytes, as: "thief", at: relay)
            #expect(posted == .problem("proof-refused", status: 403, retryAfter: nil))
            let forged = try activation(relay.url, try name(of: "thief"), proof.challenge)
            let signed = try answer(forged, as: "thief")
            #expect(signed.status == 8)
            #expect(signed.output.contains("403 proof-refused"))
            #expect(try await state(of: "phone", at: relay) == .active)
            #expect(try await state(of: "thief", at: relay) == .pending)
        }
    }

    @Test(.rules("C-34"))
    func `somebody who reads pushes and answers a code ends no device of the phone`()
        async throws
    {
        try await withHonestRelay { relay, pushes in
            try register("phone", at: relay.url)
            try answer(try await pushes.next(), as: "phone")
            let client = try RelayClient(relay.url)
            let phone = try registration(of: "phone")
            let endpoint = try await client.makeEndpoint(of: phone, for: .anyone).url

            // The phone's token, an identity of the thief's own, and a code that was read on its
            // way.
            try register("thief", at: relay.url)
            try answer(try await pushes.next(), as: "thief")
            #expect(try await state(of: "phone", at: relay) == .unreachable)
            let envelope = try self.envelope(for: "phone")
            #expect(try curl(endpoint, envelope) == 201)

            // The relay asks the phone at once. Nobody else can answer that code.
            let recall = try await pushes.next()
            #expect(recall.device == phone.device)
            let stolen = try answer(recall, as: "thief")
            #expect(stolen.status == 64)
            let other = try activation(relay.url, try name(of: "thief"), recall.code)
            #expect(try answer(other, as: "thief").output.contains("409 nothing-to-activate"))
            #expect(try answer(recall, as: "phone").status == 0)
            for name in ["phone", "thief"] {
                #expect(try await state(of: name, at: relay) == .active)
            }
            // What was sent meanwhile arrives.
            let payload = try await pushes.nextPayload()
            let outer = try OuterPayload(reading: payload)
            #expect(try Envelope(text: outer.encryptedContent.span).bytes == envelope)
        }
    }

    // MARK: - Commands

    private func run(_ words: [String]) throws -> Tool {
        let program = BuiltProgram.named("sealedpush").path
        let line = ["-c", #"exec "$@" 2>&1"#, "sh", program]
        return try Tool.run(URL(filePath: "/bin/sh"), line + words, in: folder)
    }

    /// Registers a store's device with the phone's token.
    private func register(_ store: String, at url: String, as name: String? = nil) throws {
        if !FileManager.default.fileExists(atPath: "\(folder)/\(store)") {
            let made = try run(["device", "init", "--store", store, "--topic", "com.example.app"])
            #expect(made.status == 0, "\(made.output)")
        }
        let made = try run(
            ["device", "register", "--store", store, "--registration", "\(name ?? store).relay"]
                + ["--relay", url, "--app", "com.example.app", "--token", Self.token]
        )
        #expect(made.status == 0, "\(made.output)")
    }

    /// Answers a push with the device of a store, by one of its registrations.
    @discardableResult
    private func answer(
        _ push: ActivationPush,
        as store: String,
        with name: String? = nil
    ) throws -> Tool {
        try Data(push.payload).write(to: URL(filePath: "\(folder)/push.json"))
        return try run(
            ["device", "register", "--store", store, "--registration", "\(name ?? store).relay"]
                + ["--answer", "push.json"]
        )
    }

    private func registration(of name: String) throws -> RelayRegistration {
        let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name).relay"))
        let file = try JSONDocument(reading: [UInt8](bytes)).root
        return RelayRegistration(
            device: try #require(file["device"]?.string),
            credential: try #require(file["credential"]?.string)
        )
    }

    private func name(of registration: String) throws -> String {
        try self.registration(of: registration).device
    }

    private func state(
        of name: String,
        at relay: ServedRelay
    ) async throws -> RelayDeviceStatus.State {
        let device = try registration(of: name)
        return try await RelayClient(relay.url).status(of: device).state
    }

    /// A push that says what somebody likes.
    private func activation(
        _ origin: String,
        _ device: String,
        _ code: [UInt8]
    ) throws -> ActivationPush {
        let payload = JSONWriter.object { payload in
            payload.object("sealedpush-activation") { activation in
                activation.add("origin", origin)
                activation.add("device", device)
                activation.add("code", base64URL: code.span)
            }
        }
        return try #require(ActivationPush(payload))
    }

    /// Posts a proof as it is, with the credential of a registration.
    private func post(
        _ proof: [UInt8],
        as name: String,
        at relay: ServedRelay
    ) async throws -> RelayClientError? {
        let client = try RelayClient(relay.url)
        let device = try registration(of: name)
        let push = try activation(relay.url, device.device, [UInt8](repeating: 0, count: 32))
        let activation = try #require(RelayActivation(payload: push.payload))
        do {
            _ = try await client.activate(device, answering: activation) { _, _, _, _ in
                try DeviceIdentity.PossessionProof(reading: proof.span)
            }
            return nil
        } catch let error as RelayClientError {
            return error
        }
    }

    /// An envelope that the relay takes for a device.
    private func envelope(for store: String) throws -> [UInt8] {
        let text = try run(["device", "bundle", "--store", store]).output
        let line = text.split(separator: "\n").first { $0.hasPrefix("sealedpush-device-1:") }
        let bundle = try DeviceBundle(text: String(try #require(line)))
        return [1] + (try #require(bundle.reusable).id.bytes) + Randomness.bytes(1391)
    }

    private func curl(_ url: String, _ envelope: [UInt8]) throws -> Int? {
        try Data(envelope).write(to: URL(filePath: "\(folder)/envelope"))
        let words =
            ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", "TTL: 600"]
            + ["-H", "Content-Type: application/sealedpush", "--data-binary", "@envelope", url]
        return Int(try Tool.run(URL(filePath: "/usr/bin/curl"), words, in: folder).output)
    }

    // MARK: - Relays

    private static let token = String(repeating: "0a", count: 32)

    /// Serves a relay that is open, and gives what it pushes to the phone's token.
    private func withHonestRelay(
        _ body: (ServedRelay, TokenPushes) async throws -> Void
    ) async throws {
        let key = try P256PrivateKey()
        let base64 = key.withDER { Data([UInt8](copying: $0)).base64EncodedString() }
        let pem = "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
        try Data(pem.utf8).write(to: URL(filePath: "\(folder)/AuthKey.p8"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600],
            ofItemAtPath: "\(folder)/AuthKey.p8"
        )
        var directory = APNsDirectory()
        directory.add(ProviderKey(key.publicKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
        let token = try APNsDeviceToken(try #require(Hex.decode(Self.token)))
        directory.register(DeviceRegistration(of: "com.example.app", on: "phone"), as: token)
        try await APNsServer.run(ServerConfiguration(directory)) { apns in
            try Data(apns.roots.pem.utf8).write(to: URL(filePath: "\(folder)/apns-roots.pem"))
            let pushes = TokenPushes(apns, token)
            let relay = try await ServedRelay(
                ["--data", "relay", "--port", "\(Listener.freePort())", "--operator-port", "0"]
                    + ["--topic", "com.example.app", "--open", "--key", "AuthKey.p8"]
                    + ["--key-id", "ABC123DEFG", "--team-id", "DEF123GHIJ"]
                    + ["--apns-host", "localhost", "--apns-root", "apns-roots.pem"]
                    + ["--apns-port", "\(apns.port)"],
                in: folder
            )
            try await body(relay, pushes)
            #expect(relay.stop() == 0)
        }
    }
}

/// A push that has an activation code, as everyone who reads pushes sees it.
private struct ActivationPush {
    let payload: [UInt8]
    let device: String
    let code: [UInt8]

    init?(_ payload: [UInt8]) {
        guard let activation = try? JSONDocument(reading: payload).root["sealedpush-activation"],
            let device = activation["device"]?.string, let text = activation["code"]?.string,
            let code = try? Base64URL.decode(Array(text.utf8).span)
        else { return nil }
        self.payload = payload
        self.device = device
        self.code = code
    }
}

/// What is pushed to a token, one after the other.
private final class TokenPushes: Sendable {
    private let pushes: AsyncStream<[UInt8]>

    init(_ apns: APNsServer, _ token: APNsDeviceToken) {
        let (pushes, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        self.pushes = pushes
        apns.connect(token) { continuation.yield($0.payload) }
    }

    func nextPayload() async throws -> [UInt8] {
        for await payload in pushes { return payload }
        throw CancellationError()
    }

    func next() async throws -> ActivationPush {
        try #require(ActivationPush(try await nextPayload()))
    }
}
