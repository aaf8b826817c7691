// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CKeys
import FoundationShims

/// The steps of an algorithm, read from its name.
enum KeyScheme {
    /// RSA, of the text itself or of a key for AES-GCM.
    case encryption(key_padding, digest: String?, wraps: Bool)
    /// A secret with a new key, and AES-GCM under what is derived from it.
    case sealing(digest: String, derivesIV: Bool)
    /// A signature of a digest, or of the message's.
    case signature(key_padding, digest: String, ofMessage: Bool)
    /// A secret, or a key that is derived from it.
    case exchange(digest: String?)

    private static let digests = ["SHA1", "SHA224", "SHA256", "SHA384", "SHA512"]

    /// Reads the name of an algorithm; nil if there is none.
    init?(_ algorithm: SecKeyAlgorithm) {
        let parts = algorithm.name.split(separator: ":").map(String.init)
        let digest = parts.first(where: Self.digests.contains)
        guard parts.count > 2, parts[0] == "algid", let last = parts.last else { return nil }
        switch (parts[1], parts[2], digest) {
        case ("encrypt", "RSA", nil) where last == "PKCS1":
            self = .encryption(KEY_PADDING_PKCS1, digest: nil, wraps: false)
        case ("encrypt", "RSA", let digest?):
            self = .encryption(KEY_PADDING_OAEP, digest: digest, wraps: last == "AESGCM")
        case ("encrypt", "ECIES", let digest?):
            self = .sealing(digest: digest, derivesIV: last == "AESGCM-KDFIV")
        case ("sign", let kind, let digest?) where parts.count > 3:
            let isPSS = parts[3].hasSuffix("PSS")
            let padding = isPSS ? KEY_PADDING_PSS : KEY_PADDING_PKCS1
            self = .signature(
                kind == "RSA" ? padding : KEY_PADDING_NONE,
                digest: digest,
                ofMessage: parts[3].hasPrefix("message")
            )
        case ("keyexchange", _, let digest): self = .exchange(digest: digest)
        default: return nil
        }
    }

    /// Whether a key can do this.
    func isSupported(by key: SecKey, for operation: SecKeyOperationType) -> Bool {
        switch (self, operation) {
        case (.encryption, .encrypt): key.isRSA && !key.isPrivate
        case (.encryption, .decrypt): key.isRSA && key.isPrivate
        case (.sealing, .encrypt): !key.isRSA && !key.isPrivate
        case (.sealing, .decrypt), (.exchange, .keyExchange): !key.isRSA && key.isPrivate
        case (.signature(let padding, _, _), .sign):
            key.isRSA == (padding != KEY_PADDING_NONE) && key.isPrivate
        case (.signature(let padding, _, _), .verify):
            key.isRSA == (padding != KEY_PADDING_NONE) && !key.isPrivate
        default: false
        }
    }
}

/// The use of a key.
public enum SecKeyOperationType: Int, Sendable {
    /// Signing with a private key.
    case sign
    /// Verifying with a public key.
    case verify
    /// Encrypting with a public key.
    case encrypt
    /// Decrypting with a private key.
    case decrypt
    /// Agreeing on a secret, with a private key.
    case keyExchange
}
