// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What a device link, its offer and a succession have in common: `version | old | new`, then one
/// or two signatures, the old identity's first.
struct Transfer {
    let old: VerifyingKey
    let new: VerifyingKey

    static let version: UInt8 = 1
    private static let fieldsCount = 1 + 32 + 32
    /// The size of what both have signed.
    static let count = offerCount + Ed25519.signatureCount
    /// The size of what the old identity alone has signed.
    static let offerCount = fieldsCount + Ed25519.signatureCount

    /// What the old identity signs, and its signature behind it.
    static func offer(
        label: [UInt8],
        from old: borrowing SigningKey,
        to new: VerifyingKey
    ) -> [UInt8] {
        precondition(old.publicKey != new, "a statement needs two identities")
        let fields = [version] + old.publicKey.bytes + new.bytes
        let signed = label + fields
        return fields + old.signature(for: signed.span)
    }

    /// The whole statement: an offer, and the new identity's signature behind it.
    static func complete(
        _ offer: [UInt8],
        label: [UInt8],
        with new: borrowing SigningKey
    ) -> [UInt8] {
        let signed = label + offer[..<fieldsCount]
        return offer + new.signature(for: signed.span)
    }

    static func sign(
        label: [UInt8],
        from old: borrowing SigningKey,
        to new: borrowing SigningKey
    ) -> [UInt8] {
        let offer = offer(label: label, from: old, to: new.publicKey)
        return complete(offer, label: label, with: new)
    }

    /// Reads and verifies a whole statement, or an offer, which has the old identity's signature
    /// alone (W-29).
    init(
        reading bytes: Span<UInt8>,
        label: [UInt8],
        isOffer: Bool = false
    ) throws(WireError) {
        guard bytes.count >= 1 else { throw .malformed }
        guard bytes[0] == Self.version else { throw .unknownVersion }
        guard bytes.count == (isOffer ? Self.offerCount : Self.count) else { throw .malformed }
        old = try VerifyingKey(identity: bytes.extracting(1..<33))
        new = try VerifyingKey(identity: bytes.extracting(33..<65))
        guard old != new else { throw .equalKeys }
        let signed = label + [UInt8](copying: bytes.extracting(first: Self.fieldsCount))
        let signatures = bytes.extracting(droppingFirst: Self.fieldsCount)
        guard old.isValidSignature(signatures.extracting(first: 64), for: signed.span),
            isOffer || new.isValidSignature(signatures.extracting(last: 64), for: signed.span)
        else { throw .wrongSignature }
    }
}
