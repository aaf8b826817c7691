// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A private key of any kind, as TLS uses one, in ordinary memory; it is wiped when its owner goes.
///
/// Nothing of it stays then in memory that was freed or on the stack, whatever it was read from and used for, with three
/// exceptions of OpenSSL's: the passphrase, as UTF-16, of a PKCS#12 archive and of a key that is encrypted as those are
/// (``init(reading:passphrase:)``); one copy of what is in an archive whose key is not encrypted
/// (``TLSIdentity/init(pkcs12:passphrase:)``); and the number of a key that has agreed with another one
/// (``P256PrivateKey/agree(with:into:)``). Registers of the processor are nobody's to wipe: a linker that binds functions
/// when they are first called saves them on the stack, with what was copied last.
///
/// A value can't be copied, and so can't be printed. Threads may use it at once.
public struct PrivateKey: ~Copyable, Sendable {
    let handle: Handle
    private let der: WipedBytes

    /// Takes a key and its DER (PKCS#8).
    init(_ handle: consuming Handle, der: consuming WipedBytes) {
        self.handle = handle
        self.der = der
    }

    /// What kind of key it is.
    public var kind: KeyKind {
        unsafe handle.with { key in
            switch unsafe EVP_PKEY_get_base_id(key) {
            case EVP_PKEY_EC: unsafe Self.isP256(key) ? .p256 : .otherCurve
            case EVP_PKEY_RSA: .rsa(bits: Int(unsafe EVP_PKEY_get_bits(key)))
            default: .other
            }
        }
    }

    private static func isP256(_ key: OpaquePointer) -> Bool {
        var name = [CChar](repeating: 0, count: 64)
        guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1 else { return false }
        return name.prefix { $0 != 0 }.elementsEqual("prime256v1".utf8.map(CChar.init))
    }

    /// Lends the key as DER (PKCS#8, unencrypted), which is wiped with the key; it is written anew, not as the file had it.
    ///
    /// - Throws: What `body` throws.
    public func withDER<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try der.withBytes(body)
    }

    /// The same for who takes arrays alone; the array is wiped after the call, as far as nobody keeps a copy.
    ///
    /// - Throws: What `body` throws.
    package func withDERArray<Result, Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withDER { span throws(Failure) in
            var bytes = span.copy
            defer {
                unsafe bytes.withUnsafeMutableBytes { bytes in
                    unsafe OPENSSL_cleanse(bytes.baseAddress, bytes.count)
                }
            }
            return try body(bytes)
        }
    }
}
