// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A private key of any kind, as TLS uses one; OpenSSL wipes it when its owner goes.
///
/// A value can't be copied, and so can't be printed. Threads may use it at once.
public struct PrivateKey: ~Copyable, Sendable {
    let handle: Handle

    /// Takes a key that a call has made.
    init(_ handle: consuming Handle) {
        self.handle = handle
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

    /// Lends the key as DER (PKCS#8, unencrypted), which is wiped after the call.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)``.
    public func withDER<Result>(
        _ body: (Span<UInt8>) -> Result
    ) throws(OpenSSLError) -> Result {
        try unsafe handle.with { key throws(OpenSSLError) in
            let info = try unsafe Handle(
                EVP_PKEY2PKCS8(key),
                freedBy: { unsafe PKCS8_PRIV_KEY_INFO_free($0) }
            )
            let output = try unsafe info.with { info throws(OpenSSLError) in
                try unsafe Output { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
            }
            return output.withBytes(body)
        }
    }

    /// The same for who takes arrays alone; the array is wiped after the call, as far as nobody keeps a copy.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)``.
    package func withDERArray<Result>(
        _ body: ([UInt8]) -> Result
    ) throws(OpenSSLError) -> Result {
        try withDER { span in
            var bytes = span.copy
            defer {
                unsafe bytes.withUnsafeMutableBytes { bytes in
                    unsafe OPENSSL_cleanse(bytes.baseAddress, bytes.count)
                }
            }
            return body(bytes)
        }
    }
}
