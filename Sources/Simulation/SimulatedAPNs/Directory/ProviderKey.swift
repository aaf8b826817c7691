// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushOpenSSL

/// The public half of a key with which a team signs its provider tokens.
public struct ProviderKey: Hashable, Sendable {
    /// The id of the key, which is `kid` in tokens.
    public let keyID: String
    /// The id of the team, which is `iss` in tokens.
    public let teamID: String
    /// The public key, which verifies signatures.
    public let publicKey: P256PublicKey
    /// The environments of the key; both by default.
    public let environments: Set<PushEnvironment>
    /// The bundle ids that the key may push to; nil means all.
    public let bundleIDs: Set<String>?

    /// Creates a key.
    public init(
        _ publicKey: P256PublicKey,
        keyID: String,
        teamID: String,
        environments: Set<PushEnvironment> = [.sandbox, .production],
        bundleIDs: Set<String>? = nil
    ) {
        self.publicKey = publicKey
        self.keyID = keyID
        self.teamID = teamID
        self.environments = environments
        self.bundleIDs = bundleIDs
    }
}
