// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A private key of any kind, as TLS uses one, in ordinary memory; it is wiped when its owner goes.
///
/// What OpenSSL makes of it on the way, it frees without wiping it, unless the program has it
/// wiped: see ``OpenSSLMemory/wipeWhatIsFreed()``.
///
/// A value can't be copied, and so can't be printed. Threads may use it at once.
public struct PrivateKey: ~Copyable, Sendable {
    let handle: Handle
    private let der: WipedBytes

    /// Takes a key.
    init(_ handle: consuming Handle) throws(OpenSSLError) {
        der = try unsafe handle.with { key throws(OpenSSLError) in
            let info = try unsafe Handle(
                EVP_PKEY2PKCS8(key),
                freedBy: { unsafe PKCS8_PRIV_KEY_INFO_free($0) }
            )
            return try unsafe info.with { info throws(OpenSSLError) in
                try unsafe WipedBytes { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
            }
        }
        self.handle = handle
    }

    /// The kind of the key.
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

    /// Lends the key as DER (PKCS#8, unencrypted), which is wiped with the key; it is written anew,
    /// not as the file had it.
    ///
    /// - Throws: What `body` throws.
    public func withDER<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try der.withBytes(body)
    }

    /// The same for callees that take arrays alone; the array is wiped after the call, unless they
    /// keep a copy.
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

extension PrivateKey {
    /// The key in PEM (RFC 7468, section 10), in ordinary memory that nothing wipes: for keys of
    /// tests.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)``.
    func plainPEM() throws(OpenSSLError) -> String {
        let writer = try unsafe Handle(stream: BIO_new(BIO_s_mem()))
        let text = withDER { der in
            unsafe der.withCBytes { bytes, count in
                unsafe writer.with { writer -> String? in
                    var text: UnsafePointer<UInt8>?
                    guard unsafe PEM_write_bio(writer, "PRIVATE KEY", "", bytes, count) > 0 else {
                        return nil
                    }
                    let count = unsafe sealedpush_mem_data(writer, &text)
                    return unsafe String(
                        decoding: UnsafeBufferPointer(start: text, count: count),
                        as: UTF8.self
                    )
                }
            }
        }
        guard let text else { throw Library.takeError() }
        return text
    }
}

/// The kind of a private key.
public enum KeyKind: Hashable, Sendable {
    /// P-256, which APNs' tokens and VAPID are signed with.
    case p256
    /// Another elliptic curve.
    case otherCurve
    /// RSA with a modulus of so many bits, as in many certificates.
    case rsa(bits: Int)
    /// Anything else, such as Ed25519.
    case other
}

extension KeyKind: CustomStringConvertible {
    /// The kind in words.
    public var description: String {
        switch self {
        case .p256: "P-256"
        case .otherCurve: "of another elliptic curve"
        case .rsa(let bits): "RSA of \(bits) bits"
        case .other: "of another kind"
        }
    }
}
