// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A private key of P-256, for ES256; it is wiped when its owner goes, as ``PrivateKey`` says.
///
///     let key = try P256PrivateKey(reading: p8.span)
///     let signature = try key.signature(for: signingInput.span)
///
/// A value can't be copied, and so can't be printed. Threads may use it at once.
public struct P256PrivateKey: ~Copyable, Sendable {
    private let key: PrivateKey

    /// The public half.
    public let publicKey: P256PublicKey

    /// Makes a new random key.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)`` if the system gives no randomness.
    public init() throws(OpenSSLError) {
        let key = try unsafe Handle(key: sealedpush_generate_p256(Library.context))
        try self.init(PrivateKey(key))
    }

    /// Takes a key of any kind that is of this one.
    ///
    /// - Throws: ``OpenSSLError/wrongKind(_:)``; ``OpenSSLError/invalidScalar``.
    public init(_ key: consuming PrivateKey) throws(OpenSSLError) {
        let kind = key.kind
        guard kind == .p256 else { throw .wrongKind(kind) }
        publicKey = try key.handle.checkedP256Point()
        self.key = key
    }

    /// Reads a key as ``PrivateKey/init(reading:passphrase:)`` does, such as a `.p8` from Apple.
    ///
    /// - Throws: The same, ``OpenSSLError/wrongKind(_:)`` and ``OpenSSLError/invalidScalar``.
    public init(reading file: Span<UInt8>, passphrase: Span<UInt8>? = nil) throws(OpenSSLError) {
        try self.init(PrivateKey(reading: file, passphrase: passphrase))
    }

    /// Takes the private number, 32 bytes, big-endian, as VAPID keys are often written.
    ///
    /// - Throws: ``OpenSSLError/invalidScalar`` for another length, for 0, and from the order of
    ///   the group on.
    package init(scalar: Span<UInt8>) throws(OpenSSLError) {
        guard scalar.count == P256.scalarCount else { throw .invalidScalar }
        let der = WipedBytes(joining: Self.derPrefix.span, scalar)
        guard let key = try? der.withBytes({ der in try PrivateKey(der: der) }) else {
            throw .invalidScalar
        }
        try self.init(key)
    }

    /// Signs `message` with ECDSA and SHA-256 (ES256), each time with another signature.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)`` if the system gives no randomness.
    public func signature(for message: Span<UInt8>) throws(OpenSSLError) -> P256Signature {
        let context = try Handle.digest()
        var der = [UInt8](repeating: 0, count: 80)
        var count = der.count
        let isSigned = Library.wipingStack {
            unsafe context.with { context in
                unsafe key.handle.with { key in
                    unsafe EVP_DigestSignInit_ex(
                        context,
                        nil,
                        "SHA256",
                        Library.context,
                        nil,
                        key,
                        nil
                    ) == 1
                        && message.withCBytes { message, messageCount in
                            unsafe EVP_DigestSign(context, &der, &count, message, messageCount)
                                == 1
                        }
                }
            }
        }
        guard isSigned else { throw Library.takeError() }
        return try P256Signature(der: der.span.extracting(first: count))
    }

    /// The key as TLS uses one.
    public consuming func anyKind() -> PrivateKey { key }

    /// The key in PEM, as a `.p8` has it, in ordinary memory that nothing wipes: for keys of tests.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)``.
    package func plainPEM() throws(OpenSSLError) -> String { try key.plainPEM() }

    /// Lends the key as DER (PKCS#8, unencrypted), which is wiped with the key.
    ///
    /// - Throws: What `body` throws.
    package func withDER<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try key.withDER(body)
    }

    /// PrivateKeyInfo { 0, { id-ecPublicKey, prime256v1 }, ECPrivateKey { 1, OCTET STRING } } up to
    /// the number (RFC 5915, section 3); the public half is left out, and computed by who reads it.
    private static let derPrefix: [UInt8] = [
        0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
        0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x04, 0x27,
        0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
    ]
}

extension Handle {
    /// The public half of a key of P-256, after both halves were checked to belong together.
    fileprivate func checkedP256Point() throws(OpenSSLError) -> P256PublicKey {
        let isWhole = Library.wipingStack {
            unsafe with { key in
                let context = unsafe EVP_PKEY_CTX_new_from_pkey(Library.context, key, nil)
                defer { unsafe EVP_PKEY_CTX_free(context) }
                return unsafe EVP_PKEY_pairwise_check(context) == 1
                    && EVP_PKEY_private_check(context) == 1
            }
        }
        guard isWhole, let x = coordinate("qx"), let y = coordinate("qy") else {
            ERR_clear_error()
            throw .invalidScalar
        }
        return P256PublicKey(computed: [4] + x + y)
    }

    /// A coordinate of a key of P-256, big-endian, 32 bytes; nil if the key has none of that
    /// name.
    private func coordinate(_ name: String) -> [UInt8]? {
        var number: OpaquePointer?
        defer { unsafe BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let isThere = unsafe with { key in
            unsafe EVP_PKEY_get_bn_param(key, name, &number) == 1
                && BN_bn2binpad(number, &bytes, 32) == 32
        }
        return isThere ? bytes : nil
    }
}
