// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The key of a program that may ask the relay for more than senders and devices may.
package struct APIKey: Hashable, Sendable {
    /// What the operator calls it.
    package let name: String
    /// The digest of the key.
    package let digest: Capability.Digest
    /// What it may ask for.
    package let scopes: Set<Scope>

    /// What a key may ask for.
    package enum Scope: String, CaseIterable, Hashable, Sendable {
        /// Invitations for devices.
        case invitations
    }

    /// The most characters of a name.
    package static let nameLimit = 64

    package init(name: String, digest: Capability.Digest, scopes: Set<Scope>) {
        self.name = name
        self.digest = digest
        self.scopes = scopes
    }
}
