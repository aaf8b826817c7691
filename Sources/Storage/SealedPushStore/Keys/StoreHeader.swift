// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What a store says about itself in the clear, in its file `store`.
struct StoreHeader: Hashable, Sendable {
    let storeID: StoreID
    let kind: StoreKeyKind
    /// When the key may be had.
    let access: AccessClass
    /// How the key is wrapped; only with a passphrase.
    let wrap: PassphraseWrap?
    /// Code under the store's check key: another key gives another one.
    let check: [UInt8]

    /// The format of a store; those of earlier editions are not read.
    static let format = 3
    /// The header's file.
    static let file = "store"
    /// The most bytes that the file has.
    static let limit = 4096

    static let checkCount = 16

    /// The code that tells whether `keys` are those of the store.
    static func check(
        for keys: borrowing StoreKeys,
        kind: StoreKeyKind,
        access: AccessClass
    ) -> [UInt8] {
        keys.code(for: .check, count: checkCount) { input in
            input.update(Array(kind.rawValue.utf8).span)
            input.update(Array("\0\(access.rawValue)".utf8).span)
        }
    }

    /// The keys of the store, if `storeKey` is its key.
    func keys(from storeKey: borrowing SecretBytes) throws(StoreError) -> StoreKeys {
        let keys = StoreKeys(splitting: storeKey, storeID: storeID)
        let expected = Self.check(for: keys, kind: kind, access: access)
        guard ConstantTime.areEqual(expected.span, check.span) else { throw .wrongKey }
        return keys
    }
}
