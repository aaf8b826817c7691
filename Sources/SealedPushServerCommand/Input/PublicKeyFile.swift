// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushOpenSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file with a key of P-256 whose public half is wanted.
enum PublicKeyFile {
    private static let header = "-----BEGIN PUBLIC KEY-----"
    private static let footer = "-----END PUBLIC KEY-----"

    /// Reads a public key in PEM (RFC 7468, section 13), or takes the public half of a `.p8`.
    static func key(in file: [UInt8]) throws(CommandError) -> P256PublicKey {
        let text = String(decoding: file, as: UTF8.self)
        if let start = text.firstRange(of: header), let end = text.firstRange(of: footer),
            start.upperBound <= end.lowerBound
        {
            let base64 = text[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
            let der = Data(base64Encoded: base64).map { Array($0) } ?? []
            guard let key = try? P256PublicKey(der: der.span) else {
                throw .usage("the public key is none of P-256")
            }
            return key
        }
        do throws(OpenSSLError) {
            return try P256PrivateKey(reading: file.span).publicKey
        } catch {
            throw .usage(
                "the key can't be read: \(error)",
                hint: "give the .p8 that the provider has, or its public half in PEM"
            )
        }
    }
}
