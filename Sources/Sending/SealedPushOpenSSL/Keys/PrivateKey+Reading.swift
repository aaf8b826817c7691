// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension PrivateKey {
    /// Reads a private key: PEM or DER, of PKCS#8, PKCS#1 or SEC1; also encrypted, in PEM or as
    /// PKCS#8.
    ///
    /// Other blocks of a PEM, and damaged ones, are passed over. Kinds: elliptic curves, RSA,
    /// Ed25519, Ed448, X25519, X448.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file, at most a megabyte; the caller wipes its own copy.
    ///   - passphrase: What an encrypted key is opened with; the terminal is not asked for it.
    /// - Throws: ``OpenSSLError/noPrivateKey``, ``OpenSSLError/unexpected(_:)``,
    ///   ``OpenSSLError/passphraseNeeded``, ``OpenSSLError/wrongPassphrase``,
    ///   ``OpenSSLError/tooManyIterations(limit:)``, ``OpenSSLError/tooLarge(limit:)``.
    public init(reading file: Span<UInt8>, passphrase: Span<UInt8>? = nil) throws(OpenSSLError) {
        guard file.count <= FileLimit.bytes else { throw .tooLarge(limit: FileLimit.bytes) }
        self = try Library.wipingStack { () throws(OpenSSLError) in
            do throws(OpenSSLError) {
                let block = try unsafe file.withCBytes { bytes, count throws(OpenSSLError) in
                    try unsafe PEMReader(bytes, count: count).nextPrivateKey()
                }
                guard let block else { return try PrivateKey(anyDER: file, passphrase: passphrase) }
                return try PrivateKey(block, passphrase: passphrase)
            } catch {
                guard error == .noPrivateKey, let content = FileContent(of: file),
                    content != .privateKey
                else { throw error }
                throw .unexpected(content)
            }
        }
    }

    private init(
        _ block: borrowing PEMBlock,
        passphrase: Span<UInt8>?
    ) throws(OpenSSLError) {
        guard block.isEncrypted else {
            self = try block.content.withBytes { der throws(OpenSSLError) in
                try PrivateKey(anyDER: der, passphrase: passphrase)
            }
            return
        }
        guard let passphrase else { throw .passphraseNeeded }
        try self.init(decrypted: block.decrypted(with: passphrase))
    }

    /// Reads a key in DER, encrypted or not.
    private init(anyDER der: Span<UInt8>, passphrase: Span<UInt8>?) throws(OpenSSLError) {
        guard let encrypted = try? EncryptedKey(der: der) else {
            try self.init(der: der)
            return
        }
        guard let passphrase else { throw .passphraseNeeded }
        try self.init(decrypted: encrypted.decrypted(with: passphrase))
    }

    private init(decrypted der: consuming WipedBytes) throws(OpenSSLError) {
        do throws(OpenSSLError) {
            self = try der.withBytes { der throws(OpenSSLError) in try PrivateKey(der: der) }
        } catch {
            // What a wrong passphrase makes of a key can look decrypted.
            throw error == .noPrivateKey ? .wrongPassphrase : error
        }
    }

    /// Reads an unencrypted key in DER; nothing may follow it.
    init(der: Span<UInt8>) throws(OpenSSLError) {
        let key = unsafe der.withCBytes { bytes, count -> OpaquePointer? in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            let key = unsafe d2i_AutoPrivateKey_ex(nil, &next, count, Library.context, nil)
            if unsafe next == bytes + count { return unsafe key }
            unsafe EVP_PKEY_free(key)
            return nil
        }
        guard let key = unsafe key else {
            ERR_clear_error()
            throw .noPrivateKey
        }
        let handle = try unsafe Handle(key: key)
        // A key that can't be written again, such as one without a number, is none.
        guard let key = try? PrivateKey(handle) else { throw .noPrivateKey }
        self = key
    }
}

extension PEMReader {
    /// The next private key that can be read, encrypted or not; those of OpenSSH are none.
    fileprivate func nextPrivateKey() -> PEMBlock? {
        let labels = [
            PEM_STRING_PKCS8INF, PEM_STRING_PKCS8, PEM_STRING_RSA, PEM_STRING_ECPRIVATEKEY,
        ]
        while true {
            do throws(Damaged) {
                guard let block = try next() else { return nil }
                if labels.contains(block.label), block.content.count > 0 { return block }
            } catch {
                continue
            }
        }
    }
}

extension PEMBlock {
    /// The key in the older form, whose header says how it is encrypted (RFC 1421, section 4.6.1),
    /// in DER.
    fileprivate func decrypted(
        with passphrase: Span<UInt8>
    ) throws(OpenSSLError) -> WipedBytes {
        // OpenSSL reads the passphrase up to a zero or this length.
        guard passphrase.count <= PEM_BUFSIZE, !passphrase.hasZero else { throw .wrongPassphrase }
        var cipher = unsafe EVP_CIPHER_INFO()
        var header = header
        guard unsafe PEM_get_EVP_CIPHER_INFO(&header, &cipher) == 1 else {
            ERR_clear_error()
            throw .noPrivateKey
        }
        let text = WipedBytes(text: passphrase)
        // It is decrypted in place.
        var key = content.withBytes { WipedBytes(copying: $0) }
        var count = key.count
        let isDecrypted = unsafe key.withMutableCBytes { content in
            unsafe text.withCText { text in
                unsafe PEM_do_header(
                    &cipher,
                    content.baseAddress,
                    &count,
                    nil,
                    UnsafeMutableRawPointer(mutating: text)
                ) == 1
            }
        }
        guard isDecrypted else {
            ERR_clear_error()
            throw .wrongPassphrase
        }
        return key.withBytes { WipedBytes(copying: $0.extracting(first: count)) }
    }
}

/// A private key in EncryptedPrivateKeyInfo (RFC 5958, section 3).
struct EncryptedKey: ~Copyable {
    private let handle: Handle

    /// Reads it in DER; nothing may follow it.
    init(der: Span<UInt8>) throws(OpenSSLError) {
        let key = unsafe der.withCBytes { bytes, count -> OpaquePointer? in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            let key = unsafe d2i_X509_SIG(nil, &next, count)
            if unsafe next == bytes + count { return unsafe key }
            unsafe X509_SIG_free(key)
            return nil
        }
        guard let key = unsafe key else {
            ERR_clear_error()
            throw .noPrivateKey
        }
        handle = try unsafe Handle(key, freedBy: { unsafe X509_SIG_free($0) })
    }

    /// The key in DER.
    func decrypted(with passphrase: Span<UInt8>) throws(OpenSSLError) -> WipedBytes {
        try unsafe handle.with { key throws(OpenSSLError) in
            try unsafe IterationLimit.check(encrypted: key)
            let info = unsafe WipedBytes(text: passphrase).withCText { text in
                unsafe PKCS8_decrypt_ex(key, text, Int32(passphrase.count), Library.context, nil)
            }
            guard let info = unsafe info else {
                ERR_clear_error()
                throw .wrongPassphrase
            }
            defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
            return try unsafe WipedBytes { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
        }
    }
}

extension Span<UInt8> {
    /// Whether C would see its end too early.
    var hasZero: Bool { indices.contains { self[$0] == 0 } }
}
