// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL

@testable import SimulatedAPNs

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
