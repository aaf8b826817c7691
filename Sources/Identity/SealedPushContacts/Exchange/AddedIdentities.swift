// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The identities that one import brought.
package struct AddedIdentities: Sendable {
    /// The 32 bytes of an identity: all of them, since an attacker can make a key that begins like
    /// another.
    private struct Key: Hashable {
        let first: UInt128
        let second: UInt128

        init(_ identity: [UInt8]) {
            func number(_ bytes: ArraySlice<UInt8>) -> UInt128 {
                bytes.reduce(0) { $0 << 8 | UInt128($1) }
            }
            (first, second) = (number(identity.prefix(16)), number(identity.dropFirst(16)))
        }
    }

    private var keys: Set<Key> = []

    /// None.
    package init() {}

    func contains(_ identity: [UInt8]) -> Bool { keys.contains(Key(identity)) }

    mutating func insert(_ identity: [UInt8]) { keys.insert(Key(identity)) }
}
