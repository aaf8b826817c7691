// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import SealedPush
public import SealedPushCoding
package import SealedPushCrypto

/// A sender's key for endpoints that are bound to one, which signs requests to relays (RFC 8292).
public struct VAPIDKey: Sendable {
    /// The public key, which a device names when it makes an endpoint
    /// (``RelayClient/EndpointAccess/key(_:)``): an uncompressed point of P-256, 65 bytes.
    public let publicKey: [UInt8]
    private let subject: String?
    private let sign: @Sendable ([UInt8]) throws -> [UInt8]

    /// The time for which a signature serves; a relay takes a day at most.
    private static let lifetime: Duration = .hours(12)

    /// Reads a private key of P-256.
    ///
    /// - Parameters:
    ///   - pem: The key in PEM, of PKCS #8 or SEC 1, without a passphrase. swift-crypto reads it as
    ///     a string, whose memory is not wiped.
    ///   - subject: Where its operator is reached, such as `mailto:ops@example.com`.
    /// - Throws: ``RelayClientError/wrongKey``.
    public init(pem: Span<UInt8>, subject: String) throws(RelayClientError) {
        // OpenSSL writes the curve's parameters before a key of SEC 1.
        let block = #/-----BEGIN (EC )?PRIVATE KEY-----[^-]*-----END (EC )?PRIVATE KEY-----/#
        let text = String(decoding: [UInt8](copying: pem), as: UTF8.self)
            .replacing("\r\n", with: "\n")
        let key: P256.Signing.PrivateKey
        do {
            let found = text.firstMatch(of: block).map { String($0.output.0) }
            key = try P256.Signing.PrivateKey(pemRepresentation: found ?? "")
        } catch {
            throw .wrongKey
        }
        self.init(key, subject: subject)
    }

    /// Reads the 32 bytes of a private key, or gives nil if they are none.
    package init?(rawRepresentation bytes: borrowing SecretBytes) {
        let key = bytes.withBytes { bytes in
            try? P256.Signing.PrivateKey(rawRepresentation: [UInt8](copying: bytes))
        }
        guard let key else { return nil }
        self.init(key, subject: nil)
    }

    /// A new private key, of which swift-crypto has a copy until this returns.
    package static func makeRawRepresentation() -> SecretBytes {
        SecretBytes(copying: Array(P256.Signing.PrivateKey().rawRepresentation).span)
    }

    private init(_ key: P256.Signing.PrivateKey, subject: String?) {
        publicKey = Array(key.publicKey.x963Representation)
        self.subject = subject
        sign = { input in Array(try key.signature(for: input).rawRepresentation) }
    }

    /// A key that is elsewhere.
    ///
    /// - Parameters:
    ///   - publicKey: The public key, an uncompressed point.
    ///   - subject: Where its operator is reached.
    ///   - sign: Signs the SHA-256 of bytes, and gives r and s, 32 bytes each.
    package init(
        _ publicKey: [UInt8],
        subject: String,
        signing sign: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) {
        self.publicKey = publicKey
        self.subject = subject
        self.sign = sign
    }

    /// The value of `Authorization` for requests to a relay.
    func authorization(for origin: String, at now: Timestamp) throws -> String {
        let header = JSONWriter.object { object in
            object.add("typ", "JWT")
            object.add("alg", "ES256")
        }
        let claims = JSONWriter.object { object in
            object.add("aud", origin)
            object.add("exp", now.advanced(by: Self.lifetime).milliseconds / 1000)
            if let subject { object.add("sub", subject) }
        }
        let input = Base64URL.encode(header.span) + "." + Base64URL.encode(claims.span)
        let signature = try sign(Array(input.utf8))
        let token = input + "." + Base64URL.encode(signature.span)
        return "vapid t=\(token), k=\(Base64URL.encode(publicKey.span))"
    }
}

extension VAPIDKey: Redacted {}
