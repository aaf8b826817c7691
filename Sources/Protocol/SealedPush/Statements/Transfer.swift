// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// A statement by which one identity names another: `version | old | new`, then both signatures,
/// the old identity's first.
struct Transfer {
    let old: VerifyingKey
    let new: VerifyingKey

    static let version: UInt8 = 1
    private static let fieldsCount = 1 + 32 + 32
    /// The size of the statement.
    static let count = fieldsCount + 2 * Ed25519.signatureCount

    /// Signs the statement with both identities.
    static func sign(
        label: [UInt8],
        from old: borrowing SigningKey,
        to new: borrowing SigningKey
    ) -> [UInt8] {
        precondition(old.publicKey != new.publicKey, "a statement needs two identities")
        let fields = [version] + old.publicKey.bytes + new.publicKey.bytes
        let signed = label + fields
        return fields + old.signature(for: signed.span) + new.signature(for: signed.span)
    }

    /// Reads and verifies a whole statement (V-18).
    init(reading bytes: Span<UInt8>, label: [UInt8]) throws(WireError) {
        guard bytes.count >= 1 else { throw .malformed }
        guard bytes[0] == Self.version else { throw .unknownVersion }
        guard bytes.count == Self.count else { throw .malformed }
        old = try VerifyingKey(identity: bytes.extracting(1..<33))
        new = try VerifyingKey(identity: bytes.extracting(33..<65))
        guard old != new else { throw .equalKeys }
        let signed = label + [UInt8](copying: bytes.extracting(first: Self.fieldsCount))
        let signatures = bytes.extracting(droppingFirst: Self.fieldsCount)
        guard old.isValidSignature(signatures.extracting(first: 64), for: signed.span),
            new.isValidSignature(signatures.extracting(last: 64), for: signed.span)
        else { throw .wrongSignature }
    }
}
