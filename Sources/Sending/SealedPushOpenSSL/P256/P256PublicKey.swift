// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The elliptic curve P-256 (FIPS 186-5), as ES256 (RFC 7518, section 3.4) uses it.
public enum P256 {
    /// The size of a private key in bytes.
    public static let scalarCount = 32
    /// The size of an uncompressed public key in bytes.
    public static let publicKeyCount = 65
    /// The size of a signature in bytes: r, then s.
    public static let signatureCount = 64
}

/// A public key of P-256: a point on the curve.
public struct P256PublicKey: Hashable, Sendable {
    /// The uncompressed point, 65 bytes (SEC 1, section 2.3.3).
    public let bytes: [UInt8]

    /// Takes an uncompressed point, 65 bytes.
    ///
    /// - Throws: ``OpenSSLError/invalidPublicKey`` for any other encoding, and for what is not on
    ///   the curve.
    public init(reading bytes: Span<UInt8>) throws(OpenSSLError) {
        guard bytes.count == P256.publicKeyCount, bytes[0] == 4 else { throw .invalidPublicKey }
        self.bytes = bytes.copy
        _ = try handle()
    }

    /// Takes the key's DER (SubjectPublicKeyInfo, RFC 5480) in the one form with a named curve and
    /// an uncompressed point.
    ///
    /// - Throws: ``OpenSSLError/invalidPublicKey``.
    public init(der: Span<UInt8>) throws(OpenSSLError) {
        let prefix = Self.derPrefix
        guard der.count == prefix.count + P256.publicKeyCount,
            der.extracting(first: prefix.count).copy == prefix
        else { throw .invalidPublicKey }
        try self.init(reading: der.extracting(last: P256.publicKeyCount))
    }

    /// Takes a point that OpenSSL computed.
    init(computed bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The key's DER (SubjectPublicKeyInfo), 91 bytes.
    public var der: [UInt8] { Self.derPrefix + bytes }

    /// True if `signature` over `message` was made with this key's private half: ECDSA with
    /// SHA-256.
    public func isValidSignature(_ signature: P256Signature, for message: Span<UInt8>) -> Bool {
        guard let key = try? handle(), let der = try? signature.der(),
            let context = try? Handle.digest()
        else { return false }
        let verdict = unsafe context.with { context in
            unsafe key.with { key in
                unsafe EVP_DigestVerifyInit_ex(
                    context,
                    nil,
                    "SHA256",
                    Library.context,
                    nil,
                    key,
                    nil
                ) == 1
                    && der.span.withCBytes { signature, signatureCount in
                        unsafe message.withCBytes { message, count in
                            unsafe EVP_DigestVerify(
                                context,
                                signature,
                                signatureCount,
                                message,
                                count
                            ) == 1
                        }
                    }
            }
        }
        ERR_clear_error()
        return verdict
    }

    /// The key as OpenSSL uses it, made anew: what is kept is a value.
    func handle() throws(OpenSSLError) -> Handle {
        let der = der
        let key = unsafe der.span.withCBytes { bytes, count in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            return unsafe d2i_PUBKEY_ex(nil, &next, count, Library.context, nil)
        }
        guard let key = unsafe key else {
            ERR_clear_error()
            throw .invalidPublicKey
        }
        return try unsafe Handle(key: key)
    }

    /// SEQUENCE { SEQUENCE { id-ecPublicKey, prime256v1 }, BIT STRING } up to the point (RFC 5480,
    /// section 2).
    private static let derPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
}

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
