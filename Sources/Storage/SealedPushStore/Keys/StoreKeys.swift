// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What a store's key is split into, so that each purpose has a key of its own.
///
/// HKDF-SHA-256 with the store's id as salt: two stores under one key file share none of them.
struct StoreKeys: ~Copyable {
    /// What a key is for.
    enum Purpose: Int, CaseIterable {
        /// Seals records.
        case record
        /// Names files.
        case name
        /// Makes nonces.
        case nonce
        /// Tells a wrong key from a damaged store.
        case check

        var label: StaticString {
            switch self {
            case .record: "SealedPush v1 store record key\0"
            case .name: "SealedPush v1 store name key\0"
            case .nonce: "SealedPush v1 store nonce key\0"
            case .check: "SealedPush v1 store check key\0"
            }
        }
    }

    /// The size of the store's key and of each part in bytes.
    static let keyCount = 32

    private var parts = SecretBytes(count: Purpose.allCases.count * keyCount)

    init(splitting storeKey: borrowing SecretBytes, storeID: StoreID) {
        precondition(storeKey.count == Self.keyCount, "a store key has 32 bytes")
        var extracted = SecretBytes(count: HKDF.keyCount)
        extracted.withMutableBytes { extracted in
            storeKey.withBytes { storeKey in
                HKDF.extract(salt: storeID.bytes.span, into: &extracted) { $0.update(storeKey) }
            }
        }
        for purpose in Purpose.allCases {
            parts.withMutableBytes { parts in
                let place = purpose.rawValue * Self.keyCount
                parts.withMutableBytes(from: place, count: Self.keyCount) { part in
                    extracted.withBytes { extracted in
                        HKDF.expand(key: extracted, into: &part) { $0.update(purpose.label) }
                    }
                }
            }
        }
    }

    func withKey<Result: ~Copyable, Failure: Error>(
        for purpose: Purpose,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try parts.withBytes { (parts: Span<UInt8>) throws(Failure) in
            let start = purpose.rawValue * Self.keyCount
            return try body(parts.extracting(start..<start + Self.keyCount))
        }
    }

    /// A code over what `feed` gives, which is no secret itself.
    func code(
        for purpose: Purpose,
        count: Int,
        _ feed: (borrowing HMACSHA256.Input) -> Void
    ) -> [UInt8] {
        withKey(for: purpose) { key in Array(HMACSHA256.code(key: key, feed).prefix(count)) }
    }
}

extension HMACSHA256.Input {
    /// Adds a label, its zero byte included.
    func update(_ label: StaticString) {
        update(Array("\(label)".utf8).span)
    }
}
