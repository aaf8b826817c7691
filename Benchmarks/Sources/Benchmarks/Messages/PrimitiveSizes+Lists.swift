// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension PrimitiveSizes {
    /// What sealing one message can't do without, step by step.
    func sealing() throws -> [Primitive] {
        var primitives: [Primitive] = [
            .sha256("message", of: rest),
            .randomBytes("message id"),
            .hmac("message id", of: messageID),
            try .xwingEncapsulation(),
        ]
        primitives += keySchedule
        primitives += [
            .sha512("info", of: info),
            try .ed25519Signature(over: signed),
            .encryption(of: plaintext, associatedData: Self.associatedData),
        ]
        return primitives
    }

    /// What opening one message can't do without, step by step; reading the content as JSON is not counted.
    func opening() throws -> [Primitive] {
        var primitives: [Primitive] = [
            .base64(decoding: envelope),
            try .xwingDecapsulation(),
        ]
        primitives += keySchedule
        primitives += [
            .decryption(of: plaintext, associatedData: Self.associatedData),
            .sha512("info", of: info),
            try .ed25519Verification(over: signed),
            .sha256("claim", of: Self.associatedData),
        ]
        return primitives
    }

    /// The key schedule of RFC 9180, section 5.1; the hash of the empty PSK id never changes.
    private var keySchedule: [Primitive] {
        [
            .hmac("info hash", of: HPKESizes.infoExtraction(info), keyCount: 0),
            .hmac("secret", of: HPKESizes.secretExtraction),
            .hmac("key", of: HPKESizes.keyExpansion),
            .hmac("nonce", of: HPKESizes.nonceExpansion),
        ]
    }
}
