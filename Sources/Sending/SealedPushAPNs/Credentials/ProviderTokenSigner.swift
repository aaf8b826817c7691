// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SealedPushOpenSSL

/// Signs provider tokens (RFC 7519), and knows its own again.
final class ProviderTokenSigner: Sendable {
    let keyID: String
    let teamID: String

    private let key: P256PrivateKey

    init(_ key: consuming P256PrivateKey, keyID: String, teamID: String) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Signs a token that says it was made at `time`, in whole seconds; APNs takes it for an hour
    /// from then.
    func token(at time: Timestamp) throws(APNsError) -> ProviderToken {
        let header = JSONWriter.object { object in
            object.add("alg", "ES256")
            object.add("kid", keyID)
        }
        let claims = JSONWriter.object { object in
            object.add("iss", teamID)
            object.add("iat", time.milliseconds / 1000)
        }
        let input = Base64URL.encode(header.span) + "." + Base64URL.encode(claims.span)
        let bytes = Array(input.utf8)
        let signature = try APNsError.reading { () throws(OpenSSLError) in
            try key.signature(for: bytes.span)
        }
        return ProviderToken(text: input + "." + Base64URL.encode(signature.bytes.span))
    }

    /// When a token was made that this key has signed; nil for any other text.
    func date(of text: String) -> Timestamp? {
        guard let token = SignedToken(reading: text[...]), token.header["kid"]?.string == keyID,
            token.claims["iss"]?.string == teamID, token.isSigned(with: key.publicKey),
            let seconds = token.claims["iat"]?.integer, seconds >= 0
        else { return nil }
        return Timestamp(timeSince1970: .seconds(seconds))
    }
}
