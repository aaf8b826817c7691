// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SealedPushOpenSSL

/// What a provider token says (RFC 7519; "Establishing a token-based connection to APNs"), not
/// verified yet.
struct ProviderClaims {
    let keyID: String
    let teamID: String
    /// When it was made, in seconds since 1970.
    let issuedAt: Int

    private let token: SignedToken

    /// Takes the value of `authorization` apart; nil where that is no token.
    init?(reading authorization: String) {
        guard let text = Self.token(in: authorization), let token = SignedToken(reading: text),
            let keyID = token.header["kid"]?.string,
            let teamID = token.claims["iss"]?.string, let issuedAt = token.claims["iat"]?.integer
        else { return nil }
        self.keyID = keyID
        self.teamID = teamID
        self.issuedAt = issuedAt
        self.token = token
    }

    /// The token that `authorization` shows (RFC 6750, section 2.1); nil where it shows none.
    static func token(in authorization: String) -> Substring? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1]
    }

    /// Whether it was signed with the private half of `key`.
    func isSigned(with key: P256PublicKey) -> Bool { token.isSigned(with: key) }
}

extension ProviderClaims: Redacted {}
