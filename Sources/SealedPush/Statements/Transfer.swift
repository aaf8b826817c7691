// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What a device link and a succession have in common: `version | old | new | made | signature | signature`.
struct Transfer {
    let old: VerifyingKey
    let new: VerifyingKey
    let made: Timestamp

    static let version: UInt8 = 1
    private static let fieldsCount = 1 + 32 + 32 + 8
    static let count = fieldsCount + 2 * Ed25519.signatureCount

    static func sign(
        label: [UInt8],
        from old: borrowing SigningKey,
        to new: borrowing SigningKey,
        made: Timestamp
    ) -> [UInt8] {
        precondition(old.publicKey != new.publicKey, "a statement needs two identities")
        var fields = [version] + old.publicKey.bytes + new.publicKey.bytes
        fields.append(bigEndian: made.milliseconds)
        let signed = label + fields
        return fields + old.signature(for: signed.span) + new.signature(for: signed.span)
    }

    init(reading bytes: Span<UInt8>, label: [UInt8]) throws(WireError) {
        guard bytes.count >= 1 else { throw .wrongLength }
        guard bytes[0] == Self.version else { throw .unknownVersion }
        guard bytes.count == Self.count else { throw .wrongLength }
        old = try VerifyingKey(identity: bytes.extracting(1..<33))
        new = try VerifyingKey(identity: bytes.extracting(33..<65))
        guard let made = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: 65)) else {
            throw .wrongTime
        }
        guard old != new else { throw .equalKeys }
        self.made = made
        let signed = label + [UInt8](copying: bytes.extracting(first: Self.fieldsCount))
        let signatures = bytes.extracting(droppingFirst: Self.fieldsCount)
        guard
            old.isValidSignature(signatures.extracting(first: 64), for: signed.span),
            new.isValidSignature(signatures.extracting(last: 64), for: signed.span)
        else { throw .wrongSignature }
    }
}
