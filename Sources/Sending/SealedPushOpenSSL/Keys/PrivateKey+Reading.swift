// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension PrivateKey {
    /// Reads a private key: PEM or DER, of PKCS#8, PKCS#1 or SEC1; in PEM also encrypted.
    ///
    /// Other blocks of a PEM, and damaged ones, are passed over. Kinds: elliptic curves, RSA,
    /// Ed25519, Ed448, X25519, X448.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file, at most a megabyte; the caller wipes its own copy.
    ///   - passphrase: What an encrypted key is opened with; the terminal is not asked for it.
    /// - Throws: ``OpenSSLError/noPrivateKey``, ``OpenSSLError/passphraseNeeded``,
    ///   ``OpenSSLError/wrongPassphrase``, ``OpenSSLError/tooManyIterations(limit:)``,
    ///   ``OpenSSLError/tooLarge(limit:)``.
    public init(reading file: Span<UInt8>, passphrase: Span<UInt8>? = nil) throws(OpenSSLError) {
        guard file.count <= FileLimit.bytes else { throw .tooLarge(limit: FileLimit.bytes) }
        self = try Library.wipingStack { () throws(OpenSSLError) in
            let block = try unsafe file.withCBytes { bytes, count throws(OpenSSLError) in
                try unsafe PEMReader(bytes, count: count).nextPrivateKey()
            }
            guard let block else { return try PrivateKey(der: file) }
            return try PrivateKey(block, passphrase: passphrase)
        }
    }

    private init(
        _ block: borrowing PEMBlock,
        passphrase: Span<UInt8>?
    ) throws(OpenSSLError) {
        let isInfo = block.label == PEM_STRING_PKCS8
        guard isInfo || block.isEncrypted else {
            self = try block.content.withBytes { der throws(OpenSSLError) in
                try PrivateKey(der: der)
            }
            return
        }
        guard let passphrase else { throw .passphraseNeeded }
        let der =
            try isInfo
            ? block.decryptedInfo(with: passphrase) : block.decrypted(with: passphrase)
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
    /// The key in EncryptedPrivateKeyInfo (RFC 5958, section 3), in DER.
    fileprivate func decryptedInfo(
        with passphrase: Span<UInt8>
    ) throws(OpenSSLError) -> WipedBytes {
        let encrypted = unsafe content.withBytes { der in
            unsafe der.withCBytes { bytes, count in
                var next: UnsafePointer<UInt8>? = unsafe bytes
                return unsafe d2i_X509_SIG(nil, &next, count)
            }
        }
        guard let encrypted = unsafe encrypted else {
            ERR_clear_error()
            throw .noPrivateKey
        }
        defer { unsafe X509_SIG_free(encrypted) }
        try unsafe IterationLimit.check(encrypted: encrypted)
        let info = unsafe WipedBytes(text: passphrase).withCText { text in
            unsafe PKCS8_decrypt_ex(encrypted, text, Int32(passphrase.count), Library.context, nil)
        }
        guard let info = unsafe info else {
            ERR_clear_error()
            throw .wrongPassphrase
        }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        return try unsafe WipedBytes { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
    }

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

extension Span<UInt8> {
    /// Whether C would see its end too early.
    var hasZero: Bool { indices.contains { self[$0] == 0 } }
}
