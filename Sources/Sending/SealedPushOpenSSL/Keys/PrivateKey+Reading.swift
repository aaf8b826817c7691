// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension PrivateKey {
    /// Reads a private key: PEM or DER, of PKCS#8, PKCS#1 or SEC1; in PEM also encrypted.
    ///
    /// Other blocks of a PEM, and damaged ones, are passed over. Kinds: elliptic curves that have a name, RSA, Ed25519, Ed448, X25519, X448.
    ///
    /// OpenSSL leaves the passphrase, as UTF-16, in memory that it frees where the key is encrypted as archives are (the
    /// algorithms of RFC 7292, appendix C, such as PBE-SHA1-3DES).
    ///
    /// - Parameters:
    ///   - file: The bytes of the file, at most a megabyte; the caller wipes its own copy.
    ///   - passphrase: What an encrypted key is opened with; nobody is asked for it.
    /// - Throws: ``OpenSSLError/noPrivateKey``, ``OpenSSLError/passphraseNeeded``, ``OpenSSLError/wrongPassphrase``,
    ///   ``OpenSSLError/unsupportedKind``, ``OpenSSLError/tooManyIterations(limit:)``, ``OpenSSLError/tooLarge(limit:)``.
    public init(reading file: Span<UInt8>, passphrase: Span<UInt8>? = nil) throws(OpenSSLError) {
        guard file.count <= FileLimit.bytes else { throw .tooLarge(limit: FileLimit.bytes) }
        var place = 0
        while let block = PEMBlock(in: file, from: &place) {
            guard block.isPrivateKey, !block.isDamaged else { continue }
            try self.init(block, passphrase: passphrase)
            return
        }
        try self.init(der: file)
    }

    private init(
        _ block: borrowing PEMBlock,
        passphrase: Span<UInt8>?
    ) throws(OpenSSLError) {
        guard block.isEncrypted else {
            self = try block.content.withBytes { der throws(OpenSSLError) in
                try PrivateKey(der: der)
            }
            return
        }
        guard let passphrase else { throw .passphraseNeeded }
        let der = try Library.wipingStack { () throws(OpenSSLError) in
            try block.decrypted(with: passphrase)
        }
        do {
            self = try der.withBytes { der throws(OpenSSLError) in try PrivateKey(der: der) }
        } catch {
            // What a wrong passphrase makes of a key can look decrypted.
            throw error == .noPrivateKey ? .wrongPassphrase : error
        }
    }
}

extension PEMBlock {
    /// Whether it is a private key that can be read, encrypted or not; those of OpenSSH are none.
    fileprivate var isPrivateKey: Bool {
        switch label {
        case "PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY", Self.encryptedLabel: true
        default: false
        }
    }

    private static let encryptedLabel = "ENCRYPTED PRIVATE KEY"

    fileprivate var isEncrypted: Bool {
        label == Self.encryptedLabel || header.contains("ENCRYPTED")
    }

    /// The key in DER.
    fileprivate func decrypted(
        with passphrase: Span<UInt8>
    ) throws(OpenSSLError) -> WipedBytes {
        label == Self.encryptedLabel
            ? try decryptedInfo(with: passphrase) : try decryptedContent(with: passphrase)
    }

    /// EncryptedPrivateKeyInfo (RFC 5958, section 3).
    private func decryptedInfo(with passphrase: Span<UInt8>) throws(OpenSSLError) -> WipedBytes {
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
        return try unsafe WipedBytes(info: info)
    }

    /// The older form, whose header says how it is encrypted (RFC 1421, section 4.6.1).
    private func decryptedContent(
        with passphrase: Span<UInt8>
    ) throws(OpenSSLError) -> WipedBytes {
        // OpenSSL reads the passphrase up to a zero or this length.
        guard passphrase.count <= PEM_BUFSIZE, !passphrase.hasZero else { throw .wrongPassphrase }
        var cipher = unsafe EVP_CIPHER_INFO()
        var characters = Array(header.utf8CString)
        guard unsafe PEM_get_EVP_CIPHER_INFO(&characters, &cipher) == 1 else {
            ERR_clear_error()
            throw .noPrivateKey
        }
        let text = WipedBytes(text: passphrase)
        // It is decrypted where it stands.
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

extension WipedBytes {
    /// Takes over a key of OpenSSL's, in DER (PKCS#8); it wipes its own when it frees it.
    init(info: OpaquePointer) throws(OpenSSLError) {
        let info = try unsafe Handle(info, freedBy: { unsafe PKCS8_PRIV_KEY_INFO_free($0) })
        self = try unsafe info.with { info throws(OpenSSLError) in
            try unsafe WipedBytes { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
        }
    }
}

extension Span<UInt8> {
    /// Whether C would see its end too early.
    var hasZero: Bool { indices.contains { self[$0] == 0 } }
}
