// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL
import Testing

@testable import SimulatedAPNs

/// A server that is started with a team and a device, in real time.
struct Rig {
    let team: Team
    var configuration: ServerConfiguration
    var watcher: @Sendable (PushRecord) -> Void = { _ in }
    private let bearer: String

    init(
        _ rules: [FaultRule] = [],
        connections: [ConnectionFaultRule] = [],
        at seconds: Int = ServerTime.present.seconds
    ) throws {
        team = try Team()
        bearer = try team.bearer(at: seconds)
        var directory = APNsDirectory()
        directory.add(team.providerKey())
        directory.register(
            DeviceRegistration(of: "com.example.app", on: "phone"),
            as: try APNsDeviceToken(hex: Draft.token)
        )
        configuration = ServerConfiguration(directory)
        configuration.script = FaultScript(rules, connections: connections)
    }

    /// A request in order.
    var draft: Draft {
        var draft = Draft()
        draft["authorization"] = bearer
        draft["apns-expiration"] = nil
        return draft
    }

    func run<Result>(_ body: (APNsServer) async throws -> Result) async throws -> Result {
        try await APNsServer.run(configuration, watcher: watcher, body)
    }
}

/// A provider with a key of its own.
final class Team: Sendable {
    let keyID: String
    let teamID: String
    private let key: P256PrivateKey

    init(key keyID: String = "KEY0000001", of teamID: String = "TEAM000001") throws {
        self.keyID = keyID
        self.teamID = teamID
        key = try P256PrivateKey()
    }

    /// The key as the server knows it.
    func providerKey(
        environments: Set<PushEnvironment> = [.production, .sandbox],
        bundleIDs: Set<String>? = nil
    ) -> ProviderKey {
        ProviderKey(
            key.publicKey,
            keyID: keyID,
            teamID: teamID,
            environments: environments,
            bundleIDs: bundleIDs
        )
    }

    /// The value of `authorization` with a token made at `seconds`.
    func bearer(
        at seconds: Int,
        header: String? = nil,
        claims: String? = nil,
        signedBy other: Team? = nil
    ) throws -> String {
        let header = header ?? #"{"alg":"ES256","kid":"\#(keyID)"}"#
        let claims = claims ?? #"{"iss":"\#(teamID)","iat":\#(seconds)}"#
        let parts = [header, claims].map { text in
            let bytes = Array(text.utf8)
            return Base64URL.encode(bytes.span)
        }
        let input = parts.joined(separator: ".")
        let bytes = Array(input.utf8)
        let signature = try (other ?? self).key.signature(for: bytes.span)
        return "bearer \(input).\(Base64URL.encode(signature.bytes.span))"
    }
}
