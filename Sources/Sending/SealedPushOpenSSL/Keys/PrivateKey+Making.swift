// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension PrivateKey {
    /// Reads an unencrypted key in DER, of PKCS#8, PKCS#1 or SEC1; nothing may follow it.
    ///
    /// What is kept is written anew, in one form for each key: other libraries are stricter about what they read.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey``; ``OpenSSLError/unsupportedKind`` for kinds that nothing here uses.
    init(der file: Span<UInt8>) throws(OpenSSLError) {
        self = try Library.wipingStack { () throws(OpenSSLError) in
            let info = try PrivateKeyInfo(reading: file)
            let key = file.extracting(info.key)
            switch info.algorithm {
            case .curve:
                let parts = try CurveKey(reading: key, on: info.curve)
                return PrivateKey(try parts.handle(), der: parts.der(as: info))
            case .rsa:
                let parts = try RSAKey(reading: key)
                return PrivateKey(try parts.handle(in: key), der: parts.der(as: info, in: key))
            case .ed25519, .ed448, .x25519, .x448:
                let parts = try PlainKey(reading: key)
                return PrivateKey(
                    try parts.handle(info.algorithm.name, in: key),
                    der: parts.der(as: info, in: key)
                )
            }
        }
    }

    /// The same for bytes that are owned.
    init(pkcs8 der: consuming WipedBytes) throws(OpenSSLError) {
        self = try der.withBytes { der throws(OpenSSLError) in try PrivateKey(der: der) }
    }
}
