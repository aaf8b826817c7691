// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CKeys
public import Foundation

/// A public or private key of RSA, P-256, P-384 or P-521.
@safe
public final class SecKey: NSObject, @unchecked Sendable {
    // Nothing changes the key that the handle is of, and OpenSSL lets threads share it.
    private let handle: OpaquePointer
    let isRSA: Bool
    let isPrivate: Bool

    @unsafe
    private init?(_ handle: OpaquePointer?, isRSA: Bool, isPrivate: Bool) {
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
        (self.isRSA, self.isPrivate) = (isRSA, isPrivate)
    }

    /// Reads a key as `representation` writes it; nil if it is none.
    convenience init?(reading data: Data, isRSA: Bool, isPrivate: Bool) {
        let read = isRSA ? unsafe key_read_rsa : unsafe key_read_ec
        unsafe self.init(
            read([UInt8](data), data.count, isPrivate),
            isRSA: isRSA,
            isPrivate: isPrivate
        )
    }

    /// Makes a private key; nil if there is none of this size.
    convenience init?(making bits: Int, isRSA: Bool) {
        guard let bits = UInt32(exactly: bits) else { return nil }
        unsafe self.init(key_make(isRSA, bits), isRSA: isRSA, isPrivate: true)
    }

    deinit {
        unsafe key_free(handle)
    }

    /// The size of the modulus, or of the curve.
    var bits: Int { Int(unsafe key_bits(handle)) }

    /// The size in bytes, rounded up.
    var side: Int { (bits + 7) / 8 }

    /// The public half.
    var publicKey: SecKey? {
        guard isPrivate else { return self }
        return publicData.flatMap { SecKey(reading: $0, isRSA: isRSA, isPrivate: false) }
    }

    /// The public half in PKCS#1 or X9.63.
    var publicData: Data? {
        unsafe Data(taking: { unsafe key_write(handle, false, $0) })
    }

    /// The key in PKCS#1 or X9.63.
    var representation: Data? {
        unsafe Data(taking: { unsafe key_write(handle, isPrivate, $0) })
    }

    /// Encrypts or decrypts with RSA.
    func crypt(
        _ data: Data,
        encrypts: Bool,
        _ padding: key_padding,
        _ digest: String?
    ) -> Data? {
        let bytes = [UInt8](data)
        return unsafe Data(taking: {
            unsafe key_crypt(handle, encrypts, padding, digest, bytes, bytes.count, $0)
        })
    }

    /// Signs a digest.
    func signature(of hash: Data, _ padding: key_padding, _ digest: String) -> Data? {
        let bytes = [UInt8](hash)
        return unsafe Data(taking: {
            unsafe key_sign(handle, padding, digest, bytes, bytes.count, $0)
        })
    }

    /// Whether a signature is the key's, of a digest.
    func verifies(
        _ signature: Data,
        of hash: Data,
        _ padding: key_padding,
        _ digest: String
    ) -> Bool {
        unsafe key_verify(
            handle,
            padding,
            digest,
            [UInt8](hash),
            hash.count,
            [UInt8](signature),
            signature.count
        )
    }

    /// The secret that this private key and another public one share.
    func secret(with other: SecKey) -> Data? {
        unsafe Data(taking: { unsafe key_agree(handle, other.handle, $0) })
    }

    /// Hashes a text; nil if there is no such digest.
    static func hash(_ data: Data, _ digest: String) -> Data? {
        let bytes = [UInt8](data)
        return unsafe Data(taking: { unsafe key_digest(digest, bytes, bytes.count, $0) })
    }
}

extension Data {
    /// Takes what a function of C made; nil if it made nothing.
    @unsafe
    fileprivate init?(taking make: (UnsafeMutablePointer<key_bytes>) -> Bool) {
        var made = unsafe key_bytes()
        guard unsafe make(&made), let start = unsafe made.bytes else { return nil }
        unsafe self.init(bytesNoCopy: start, count: made.count, deallocator: .free)
    }
}
