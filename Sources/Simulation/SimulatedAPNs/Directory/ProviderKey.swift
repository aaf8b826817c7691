// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushOpenSSL

/// The public half of a key that a team signs its provider tokens with, as the server knows it.
public struct ProviderKey: Hashable, Sendable {
    /// The id of the key, which tokens name as `kid`.
    public let keyID: String
    /// The id of the team, which tokens name as `iss`.
    public let teamID: String
    /// What signatures are verified with.
    public let publicKey: P256PublicKey
    /// The environments that the key is for; both unless told.
    public let environments: Set<PushEnvironment>
    /// The bundle ids that the key may push to; nil is all.
    public let bundleIDs: Set<String>?

    /// Takes a key.
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
