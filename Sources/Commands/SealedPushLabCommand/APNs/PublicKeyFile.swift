// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushCrypto
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

    /// Takes the public half of a `.p8`, or reads a public key in PEM (RFC 7468, section 13).
    static func key(in file: InputFile) throws(CommandError) -> P256PublicKey {
        let bytes = try file.readWiped("key")
        return try bytes.withBytes { bytes throws(CommandError) in
            do throws(OpenSSLError) {
                return try P256PrivateKey(reading: bytes).publicKey
            } catch {
                guard let key = try publicKey(in: bytes) else {
                    throw .usage(
                        "the key can't be read: \(error.message)",
                        hint: "give the .p8 that the provider has, or its public half in PEM"
                    )
                }
                return key
            }
        }
    }

    /// The key of a block for public keys; nil where there is none.
    private static func publicKey(in file: Span<UInt8>) throws(CommandError) -> P256PublicKey? {
        let text = String(decoding: file.indices.map { file[$0] }, as: UTF8.self)
        guard let start = text.firstRange(of: header), let end = text.firstRange(of: footer),
            start.upperBound <= end.lowerBound
        else { return nil }
        let base64 = text[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
        let der = Data(base64Encoded: base64).map { Array($0) } ?? []
        guard let key = try? P256PublicKey(der: der.span) else {
            throw .usage("the public key is none of P-256")
        }
        return key
    }
}
