// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension PrimitiveSizes {
    /// What sealing one message can't do without, step by step.
    func sealing() throws -> [Primitive] {
        var primitives: [Primitive] = [
            .sha256("message", of: rest),
            .randomBytes("message id"),
            .hmac("message id", of: messageID),
        ]
        switch suite {
        case .x25519:
            primitives += [
                .sha256("ephemeral", of: info + rest),
                .randomBytes("ephemeral"),
                .hmac("ephemeral, extract", of: ephemeralMaterial, keyCount: 0),
                .hmac("ephemeral, expand", of: ephemeralExpansion),
                .hmac("key pair, extract", of: HPKESizes.keyPairExtraction, keyCount: 0),
                .hmac("key pair, expand", of: HPKESizes.keyPairExpansion),
                .x25519PublicKey(),
                try .x25519SharedSecret(),
            ]
            primitives += agreementKey
        case .xwing:
            primitives.append(try .xwingEncapsulation())
        }
        primitives += keySchedule
        primitives += [
            .sha512("info", of: info),
            try .ed25519Signature(over: signed),
            .encryption(of: plaintext, associatedData: associatedData),
        ]
        return primitives
    }

    /// What opening one message can't do without, step by step; reading the content as JSON is not counted.
    func opening() throws -> [Primitive] {
        var primitives: [Primitive] = [.base64(decoding: envelope)]
        switch suite {
        case .x25519:
            primitives.append(try .x25519SharedSecret())
            primitives += agreementKey
        case .xwing:
            primitives.append(try .xwingDecapsulation())
        }
        primitives += keySchedule
        primitives += [
            .decryption(of: plaintext, associatedData: associatedData),
            .sha512("info", of: info),
            try .ed25519Verification(over: signed),
            .sha256("claim", of: associatedData),
        ]
        return primitives
    }

    /// ExtractAndExpand of RFC 9180, section 4.1; X-Wing has a combiner of its own inside.
    private var agreementKey: [Primitive] {
        [
            .hmac("shared secret, extract", of: HPKESizes.agreementExtraction, keyCount: 0),
            .hmac("shared secret, expand", of: HPKESizes.agreementExpansion),
        ]
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
