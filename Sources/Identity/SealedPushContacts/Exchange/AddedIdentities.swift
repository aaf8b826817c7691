// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The identities that one import brought, 16 bytes of each.
package struct AddedIdentities: Sendable {
    private var prefixes: Set<UInt128> = []

    /// None.
    package init() {}

    func contains(_ identity: [UInt8]) -> Bool { prefixes.contains(Self.prefix(of: identity)) }

    mutating func insert(_ identity: [UInt8]) {
        prefixes.insert(Self.prefix(of: identity))
    }

    private static func prefix(of identity: [UInt8]) -> UInt128 {
        identity.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }
}
