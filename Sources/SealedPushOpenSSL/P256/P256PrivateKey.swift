// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A private key of P-256, for ES256 and ECDH; OpenSSL wipes it when its owner goes.
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
    /// - Throws: ``OpenSSLError/unavailable(code:)`` where the system gives no randomness.
    public init() throws(OpenSSLError) {
        try self.init(
            PrivateKey(
                try unsafe Handle(key: sealedpush_generate_p256(Library.context))
            )
        )
    }

    /// Takes a key of any kind that is of this one.
    ///
    /// - Throws: ``OpenSSLError/wrongKind(_:)``; ``OpenSSLError/invalidScalar`` where it is damaged.
    public init(_ key: consuming PrivateKey) throws(OpenSSLError) {
        let kind = key.kind
        guard kind == .p256 else { throw .wrongKind(kind) }
        publicKey = try key.checkedP256Point()
        self.key = key
    }

    /// Reads a key as ``PrivateKey/init(reading:passphrase:)`` does, such as a `.p8` from Apple.
    ///
    /// - Throws: The same, and ``OpenSSLError/wrongKind(_:)``.
    public init(reading file: Span<UInt8>, passphrase: Span<UInt8>? = nil) throws(OpenSSLError) {
        try self.init(PrivateKey(reading: file, passphrase: passphrase))
    }

    /// Takes the private number, 32 bytes, big-endian, as VAPID keys are often written.
    ///
    /// - Throws: ``OpenSSLError/invalidScalar`` for another length, for 0, and from the order of the group on.
    public init(scalar: Span<UInt8>) throws(OpenSSLError) {
        guard scalar.count == P256.scalarCount else { throw .invalidScalar }
        let prefix = Self.derPrefix
        // Wiped when the closure ends: it holds the key.
        let key = unsafe withUnsafeTemporaryAllocation(
            of: UInt8.self,
            capacity: prefix.count + scalar.count
        ) { der in
            defer { unsafe OPENSSL_cleanse(der.baseAddress, der.count) }
            for index in prefix.indices { unsafe der[index] = prefix[index] }
            for index in scalar.indices { unsafe der[prefix.count + index] = scalar[index] }
            return Result { () throws(OpenSSLError) in
                try unsafe PrivateKey(der: Span(_unsafeElements: UnsafeBufferPointer(der)))
            }
        }
        guard let key = try? key.get() else { throw .invalidScalar }
        try self.init(key)
    }

    /// Signs `message` with ECDSA and SHA-256 (ES256), each time with another signature.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)`` where the system gives no randomness.
    public func signature(for message: Span<UInt8>) throws(OpenSSLError) -> P256Signature {
        let context = try Handle.digest()
        var der = [UInt8](repeating: 0, count: 80)
        var count = der.count
        let isSigned = unsafe context.with { context in
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
                        unsafe EVP_DigestSign(context, &der, &count, message, messageCount) == 1
                    }
            }
        }
        guard isSigned else { throw Library.takeError() }
        return try P256Signature(der: der.span.extracting(first: count))
    }

    /// Writes the secret that this key shares with `publicKey` into the 32 bytes of `secret`: the x coordinate (SP 800-56A).
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)``.
    public func agree(
        with publicKey: P256PublicKey,
        into secret: inout MutableSpan<UInt8>
    ) throws(OpenSSLError) {
        precondition(secret.count == P256.secretCount, "a shared secret has 32 bytes")
        let peer = try publicKey.handle()
        let isAgreed = unsafe key.handle.with { key in
            unsafe peer.with { peer in
                let context = unsafe EVP_PKEY_CTX_new_from_pkey(Library.context, key, nil)
                defer { unsafe EVP_PKEY_CTX_free(context) }
                return unsafe secret.withUnsafeMutableBufferPointer { secret in
                    var count = secret.count
                    return unsafe EVP_PKEY_derive_init(context) == 1
                        && EVP_PKEY_derive_set_peer(context, peer) == 1
                        && EVP_PKEY_derive(context, secret.baseAddress, &count) == 1
                        && count == P256.secretCount
                }
            }
        }
        guard isAgreed else { throw Library.takeError() }
    }

    /// The key as TLS uses one.
    public consuming func anyKind() -> PrivateKey { key }

    /// Lends the key as DER (PKCS#8, unencrypted), which is wiped after the call.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)``.
    public func withDER<Result>(
        _ body: (Span<UInt8>) -> Result
    ) throws(OpenSSLError) -> Result {
        try key.withDER(body)
    }

    /// PrivateKeyInfo { 0, { id-ecPublicKey, prime256v1 }, ECPrivateKey { 1, OCTET STRING } } up to the number (RFC 5915,
    /// section 3); the public half is left out, and computed by who reads it.
    private static let derPrefix: [UInt8] = [
        0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
        0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x04, 0x27,
        0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
    ]
}

extension PrivateKey {
    /// The public half of a key of P-256, after both halves were checked to belong together.
    fileprivate func checkedP256Point() throws(OpenSSLError) -> P256PublicKey {
        let point = unsafe handle.with { key -> [UInt8]? in
            let context = unsafe EVP_PKEY_CTX_new_from_pkey(Library.context, key, nil)
            defer { unsafe EVP_PKEY_CTX_free(context) }
            guard unsafe EVP_PKEY_pairwise_check(context) == 1,
                unsafe EVP_PKEY_private_check(context) == 1,
                let x = unsafe Self.coordinate("qx", of: key),
                let y = unsafe Self.coordinate("qy", of: key)
            else { return nil }
            return [4] + x + y
        }
        guard let point else {
            ERR_clear_error()
            throw .invalidScalar
        }
        return P256PublicKey(computed: point)
    }

    private static func coordinate(_ name: StaticString, of key: OpaquePointer) -> [UInt8]? {
        var number: OpaquePointer?
        let isThere = unsafe name.utf8Start.withMemoryRebound(
            to: CChar.self,
            capacity: name.utf8CodeUnitCount + 1
        ) { unsafe EVP_PKEY_get_bn_param(key, $0, &number) == 1 }
        defer { unsafe BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: 32)
        guard isThere, unsafe BN_bn2binpad(number, &bytes, 32) == 32 else { return nil }
        return bytes
    }
}
