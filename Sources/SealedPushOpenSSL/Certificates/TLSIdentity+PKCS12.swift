// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension TLSIdentity {
    /// Reads a PKCS#12 archive (RFC 7292), also one under the old ciphers that keychains write.
    ///
    /// - Parameters:
    ///   - archive: The bytes of the `.p12`, at most a megabyte.
    ///   - passphrase: What it is opened with; empty where it has none.
    /// - Throws: ``OpenSSLError/invalidArchive``, ``OpenSSLError/wrongPassphrase``, ``OpenSSLError/noPrivateKey``,
    ///   ``OpenSSLError/noCertificate``, ``OpenSSLError/keyMismatch``, ``OpenSSLError/tooLarge(limit:)``.
    public init(pkcs12 archive: Span<UInt8>, passphrase: Span<UInt8>) throws(OpenSSLError) {
        guard archive.count <= FileLimit.bytes else { throw .tooLarge(limit: FileLimit.bytes) }
        self = try unsafe CText(passphrase).with { passphrase throws(OpenSSLError) in
            try unsafe Archive.open(archive, passphrase)
        }
    }
}

/// PKCS#12, as OpenSSL reads it.
private enum Archive {
    /// What is in an archive.
    static func open(
        _ archive: Span<UInt8>,
        _ passphrase: UnsafePointer<CChar>
    ) throws(OpenSSLError) -> TLSIdentity {
        let opened = try read(archive)
        var key: OpaquePointer?
        var own: OpaquePointer?
        var others: OpaquePointer?
        // It checks the archive's code first, where there is one.
        let isRead = unsafe opened.with { archive in
            unsafe PKCS12_parse(archive, passphrase, &key, &own, &others) == 1
        }
        defer {
            unsafe X509_free(own)
            unsafe sealedpush_certificates_free(others)
            ERR_clear_error()
        }
        guard isRead else { throw .wrongPassphrase }
        guard unsafe key != nil else { throw .noPrivateKey }
        let handle = try unsafe Handle(key: key)
        var certificates: [Certificate] = []
        if let own = unsafe own { certificates.append(try unsafe Certificate(of: own)) }
        for index in 0..<max(unsafe sealedpush_certificate_count(others), 0) {
            guard let other = unsafe sealedpush_certificate(others, index) else { continue }
            certificates.append(try unsafe Certificate(of: other))
        }
        return try TLSIdentity(key: PrivateKey(handle), certificates: certificates)
    }

    private static func read(_ archive: Span<UInt8>) throws(OpenSSLError) -> Handle {
        let opened = unsafe archive.withCBytes { bytes, count -> OpaquePointer? in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            var opened = unsafe PKCS12_init_ex(NID_pkcs7_data, Library.context, nil)
            guard unsafe d2i_PKCS12(&opened, &next, count) != nil else { return nil }
            return unsafe opened
        }
        guard let opened = unsafe opened else {
            ERR_clear_error()
            throw .invalidArchive
        }
        return try unsafe Handle(opened, freedBy: { unsafe PKCS12_free($0) })
    }
}

/// A text as C wants it, with a zero behind it; wiped when its owner goes.
@safe
private struct CText: ~Copyable {
    private let characters: UnsafeMutableBufferPointer<CChar>

    /// Takes a passphrase.
    ///
    /// - Throws: ``OpenSSLError/wrongPassphrase`` where a zero is in it, which no archive has.
    init(_ text: Span<UInt8>) throws(OpenSSLError) {
        for index in text.indices where text[index] == 0 { throw .wrongPassphrase }
        unsafe characters = .allocate(capacity: text.count + 1)
        for index in text.indices { unsafe characters[index] = CChar(bitPattern: text[index]) }
        unsafe characters[text.count] = 0
    }

    deinit {
        unsafe OPENSSL_cleanse(characters.baseAddress, characters.count)
        unsafe characters.deallocate()
    }

    func with<Result: ~Copyable>(
        _ body: (UnsafePointer<CChar>) throws(OpenSSLError) -> Result
    ) throws(OpenSSLError) -> Result {
        guard let start = unsafe characters.baseAddress else { throw .wrongPassphrase }
        return try unsafe body(start)
    }
}
