// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A signature of P-256 as JSON Web Signatures carry it: r and s, 32 bytes each (RFC 7518, section
/// 3.4).
public struct P256Signature: Hashable, Sendable {
    /// r, then s, big-endian, 64 bytes.
    public let bytes: [UInt8]

    /// Takes r and s, 64 bytes.
    ///
    /// - Throws: ``OpenSSLError/invalidSignature`` for another length.
    public init(reading bytes: Span<UInt8>) throws(OpenSSLError) {
        guard bytes.count == P256.signatureCount else { throw .invalidSignature }
        self.bytes = bytes.copy
    }

    /// Takes a signature in DER (RFC 3279, section 2.2.3), in its one valid form.
    ///
    /// - Throws: ``OpenSSLError/invalidSignature``.
    public init(der: Span<UInt8>) throws(OpenSSLError) {
        let signature = unsafe der.withCBytes { bytes, count in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            return unsafe d2i_ECDSA_SIG(nil, &next, count)
        }
        guard let signature = unsafe signature else {
            ERR_clear_error()
            throw .invalidSignature
        }
        let handle = try unsafe Handle(signature: signature)
        var bytes = [UInt8](repeating: 0, count: P256.signatureCount)
        let fits = unsafe handle.with { signature in
            unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return false }
                return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, 32) == 32
                    && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + 32, 32) == 32
            }
        }
        ERR_clear_error()
        guard fits else { throw .invalidSignature }
        self.bytes = bytes
        // A signed number, a longer form, bytes behind it: written again it would be another text.
        guard try self.der() == der.copy else { throw .invalidSignature }
    }

    /// The signature in DER (RFC 3279, section 2.2.3), at most 72 bytes.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)`` if memory is short.
    public func der() throws(OpenSSLError) -> [UInt8] {
        let handle = try unsafe Handle(signature: ECDSA_SIG_new())
        return try unsafe handle.with { signature throws(OpenSSLError) in
            unsafe bytes.span.withCBytes { bytes, _ in
                // It takes both numbers over.
                _ = unsafe ECDSA_SIG_set0(
                    signature,
                    BN_bin2bn(bytes, 32, nil),
                    BN_bin2bn(bytes + 32, 32, nil)
                )
            }
            return try unsafe WipedBytes { unsafe i2d_ECDSA_SIG(signature, $0) }.copy
        }
    }
}
