// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SealedPushOpenSSL

/// What a provider token says (RFC 7519; "Establishing a token-based connection to APNs"), not verified yet.
struct ProviderClaims {
    let keyID: String
    let teamID: String
    /// When it was made, in seconds since 1970.
    let issuedAt: Int

    private let signedText: [UInt8]
    private let signature: P256Signature

    /// Takes the value of `authorization` apart; nil where that is no token.
    init?(reading authorization: String) {
        guard let token = Self.token(in: authorization) else { return nil }
        let text = token.split(separator: ".", omittingEmptySubsequences: false)
        guard text.count == 3, let header = Self.object(text[0]), let claims = Self.object(text[1]),
            let signature = Self.bytes(text[2]),
            let signature = try? P256Signature(reading: signature.span),
            // Extensions that have to be understood (RFC 7515, section 4.1.11): none is.
            header["alg"]?.string == "ES256", header["crit"] == nil,
            let keyID = header["kid"]?.string,
            let teamID = claims["iss"]?.string, let issuedAt = claims["iat"]?.integer
        else { return nil }
        self.keyID = keyID
        self.teamID = teamID
        self.issuedAt = issuedAt
        self.signature = signature
        signedText = Array("\(text[0]).\(text[1])".utf8)
    }

    /// The token that `authorization` shows (RFC 6750, section 2.1); nil where it shows none.
    static func token(in authorization: String) -> Substring? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1]
    }

    /// Whether it was signed with the private half of `key`.
    func isSigned(with key: P256PublicKey) -> Bool {
        key.isValidSignature(signature, for: signedText.span)
    }

    private static func object(_ text: Substring) -> JSONValue? {
        bytes(text).flatMap { try? JSONDocument(reading: $0).root }
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let characters = Array(text.utf8)
        return try? Base64URL.decode(characters.span)
    }
}

extension ProviderClaims: CustomStringConvertible, CustomReflectable {
    /// Names the type only: with what it holds anybody could push.
    var description: String { "ProviderClaims" }

    /// Shows nothing.
    var customMirror: Mirror { Mirror(self, children: []) }
}
