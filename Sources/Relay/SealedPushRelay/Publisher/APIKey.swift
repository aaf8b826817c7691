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

    /// The most bytes of a name.
    package static let nameLimit = 64

    /// Whether a key may be called so: 1 to ``nameLimit`` bytes without control characters and line
    /// breaks, since a list has a name a line.
    package static func isName(_ text: String) -> Bool {
        1...nameLimit ~= text.utf8.count
            && !text.unicodeScalars.contains { scalar in
                [.control, .lineSeparator, .paragraphSeparator]
                    .contains(scalar.properties.generalCategory)
            }
    }

    package init(name: String, digest: Capability.Digest, scopes: Set<Scope>) {
        self.name = name
        self.digest = digest
        self.scopes = scopes
    }
}
