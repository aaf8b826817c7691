// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SealedPushCrypto
package import SealedPushOpenSSL

/// Signs requests to endpoints, which may be bound to this sender's key (RFC 8292).
package final class VAPIDSigner: Sendable {
    private let key: P256PrivateKey
    private let subject: String

    /// How long a signature serves; a relay takes a day at most.
    private static let lifetime: Duration = .hours(12)

    /// - Parameters:
    ///   - key: The sender's key.
    ///   - subject: Where its operator is reached, such as `mailto:ops@example.com`.
    package init(_ key: consuming P256PrivateKey, subject: String) {
        self.key = key
        self.subject = subject
    }

    /// The value of `Authorization` for requests to a relay.
    func authorization(for origin: String, at now: Timestamp) throws(OpenSSLError) -> String {
        let header = JSONWriter.object { object in
            object.add("typ", "JWT")
            object.add("alg", "ES256")
        }
        let claims = JSONWriter.object { object in
            object.add("aud", origin)
            object.add("exp", now.advanced(by: Self.lifetime).milliseconds / 1000)
            object.add("sub", subject)
        }
        let input = Base64URL.encode(header.span) + "." + Base64URL.encode(claims.span)
        let signature = try key.signature(for: Array(input.utf8).span)
        let token = input + "." + Base64URL.encode(signature.bytes.span)
        let publicKey = key.publicKey.bytes
        return "vapid t=\(token), k=\(Base64URL.encode(publicKey.span))"
    }
}
