// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCoding

/// A JSON Web Token that is signed with ES256 (RFC 7515, RFC 7519), not verified yet.
package struct SignedToken: Sendable {
    /// What the header says.
    package let header: JSONValue
    /// What the token says.
    package let claims: JSONValue
    private let signedText: [UInt8]
    private let signature: P256Signature

    /// Takes a token in its compact form apart; nil if it is none.
    package init?(reading token: Substring) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1]),
            // Extensions that have to be understood (RFC 7515, section 4.1.11): none is.
            header["alg"]?.string == "ES256", header["crit"] == nil,
            let signature = Self.bytes(parts[2]),
            let signature = try? P256Signature(reading: signature.span)
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signedText = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Whether it was signed with the private half of `key`.
    package func isSigned(with key: P256PublicKey) -> Bool {
        key.isValidSignature(signature, for: signedText.span)
    }

    private static func object(_ text: Substring) -> JSONValue? {
        bytes(text).flatMap { try? JSONDocument(reading: $0).root }
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        try? Base64URL.decode(Array(text.utf8).span)
    }
}

extension SignedToken: Redacted {}
