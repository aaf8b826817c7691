// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension TLSIdentity {
    /// Reads a PKCS#12 archive (RFC 7292), also one under the old ciphers that keychains write.
    ///
    /// OpenSSL leaves the passphrase, as UTF-16, in memory that it frees where it makes keys of it (RFC 7292, appendix B.2),
    /// and of an archive whose key is not encrypted one copy of all that is in it.
    ///
    /// - Parameters:
    ///   - archive: The bytes of the `.p12`, at most a megabyte.
    ///   - passphrase: What it is opened with; empty where it has none.
    /// - Throws: ``OpenSSLError/invalidArchive``, ``OpenSSLError/wrongPassphrase``, ``OpenSSLError/noPrivateKey``,
    ///   ``OpenSSLError/unsupportedKind``, ``OpenSSLError/noCertificate``, ``OpenSSLError/invalidCertificate``,
    ///   ``OpenSSLError/keyMismatch``, ``OpenSSLError/tooManyIterations(limit:)``, ``OpenSSLError/tooLarge(limit:)``.
    public init(pkcs12 archive: Span<UInt8>, passphrase: Span<UInt8>) throws(OpenSSLError) {
        guard archive.count <= FileLimit.bytes else { throw .tooLarge(limit: FileLimit.bytes) }
        // No archive has a passphrase with one.
        guard !passphrase.hasZero else { throw .wrongPassphrase }
        var contents = try Library.wipingStack { () throws(OpenSSLError) in
            try ArchiveContents(reading: archive, passphrase: WipedBytes(text: passphrase))
        }
        guard let key = contents.takeKey() else { throw .noPrivateKey }
        try self.init(key: PrivateKey(pkcs8: key), certificates: contents.certificates)
    }
}

/// What is in an archive: its first key, and its certificates.
///
/// Read bag by bag: OpenSSL's one call for all leaves the key in memory that it frees.
private struct ArchiveContents: ~Copyable {
    private var key: WipedBytes?
    private(set) var certificates: [Certificate] = []

    init(
        reading file: Span<UInt8>,
        passphrase: borrowing WipedBytes
    ) throws(OpenSSLError) {
        let archive = try Self.read(file)
        defer { ERR_clear_error() }
        try unsafe passphrase.withCText { text throws(OpenSSLError) in
            // Nothing in it is looked at before its code was.
            let text = try unsafe archive.with { archive throws(OpenSSLError) in
                try unsafe Self.checked(text, archive)
            }
            let contents = try unsafe archive.with { archive throws(OpenSSLError) in
                guard let contents = unsafe PKCS12_unpack_authsafes(archive) else {
                    throw .invalidArchive
                }
                return try unsafe Handle(
                    contents,
                    freedBy: { unsafe sealedpush_contents_free($0) }
                )
            }
            try unsafe contents.with { contents throws(OpenSSLError) in
                let count = max(unsafe sealedpush_content_count(contents), 0)
                // OpenSSL frees what is not encrypted without wiping it.
                defer { unsafe Self.wipe(contents, count) }
                guard count <= Self.contentLimit else { throw .invalidArchive }
                for index in 0..<count {
                    guard let content = unsafe sealedpush_content(contents, index),
                        let bags = try unsafe Self.bags(of: content, text)
                    else { continue }
                    try unsafe bags.with { bags throws(OpenSSLError) in
                        try unsafe take(bags, text)
                    }
                }
            }
        }
    }

    /// How many parts an archive may have, each with iterations of its own; all tools write two.
    private static let contentLimit: Int32 = 16

    private static func wipe(_ contents: OpaquePointer, _ count: Int32) {
        for index in 0..<count {
            guard let content = unsafe sealedpush_content(contents, index),
                unsafe OBJ_obj2nid(content.pointee.type) == NID_pkcs7_data,
                let bytes = unsafe content.pointee.d.data
            else { continue }
            unsafe OPENSSL_cleanse(bytes.pointee.data, Int(bytes.pointee.length))
        }
    }

    /// The key, once.
    mutating func takeKey() -> WipedBytes? {
        key.take()
    }

    private static func read(_ file: Span<UInt8>) throws(OpenSSLError) -> Handle {
        let archive = unsafe file.withCBytes { bytes, count -> OpaquePointer? in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            var archive = unsafe PKCS12_init_ex(NID_pkcs7_data, Library.context, nil)
            guard unsafe d2i_PKCS12(&archive, &next, count) != nil else { return nil }
            return unsafe archive
        }
        guard let archive = unsafe archive else {
            ERR_clear_error()
            throw .invalidArchive
        }
        return try unsafe Handle(archive, freedBy: { unsafe PKCS12_free($0) })
    }

    /// The passphrase that fits the archive's code, where it has one: an empty one may stand there as a text without
    /// characters or as no text at all (RFC 7292, appendix B.1).
    private static func checked(
        _ passphrase: UnsafePointer<CChar>,
        _ archive: OpaquePointer
    ) throws(OpenSSLError) -> UnsafePointer<CChar>? {
        let isEmpty = unsafe passphrase.pointee == 0
        try unsafe IterationLimit.check(codeOf: archive)
        guard unsafe PKCS12_mac_present(archive) == 1 else {
            return unsafe isEmpty ? nil : passphrase
        }
        if isEmpty, unsafe PKCS12_verify_mac(archive, nil, 0) == 1 { return nil }
        guard unsafe PKCS12_verify_mac(archive, passphrase, -1) == 1 else { throw .wrongPassphrase }
        return unsafe passphrase
    }

    /// The bags of a part of the archive, encrypted or not; nil for a part of another kind.
    private static func bags(
        of content: UnsafeMutablePointer<PKCS7>,
        _ passphrase: UnsafePointer<CChar>?
    ) throws(OpenSSLError) -> Handle? {
        let bags: OpaquePointer?
        let isEncrypted: Bool
        switch unsafe OBJ_obj2nid(content.pointee.type) {
        case NID_pkcs7_data:
            isEncrypted = false
            unsafe bags = PKCS12_unpack_p7data(content)
        case NID_pkcs7_encrypted:
            isEncrypted = true
            guard let encrypted = unsafe content.pointee.d.encrypted?.pointee.enc_data else {
                throw .invalidArchive
            }
            try unsafe IterationLimit.check(encrypted.pointee.algorithm)
            unsafe bags = PKCS12_unpack_p7encdata(content, passphrase, -1)
        default: return nil
        }
        guard let bags = unsafe bags else {
            throw isEncrypted ? .wrongPassphrase : .invalidArchive
        }
        return try unsafe Handle(bags, freedBy: { unsafe sealedpush_bags_free($0) })
    }

    private mutating func take(
        _ bags: OpaquePointer,
        _ passphrase: UnsafePointer<CChar>?
    ) throws(OpenSSLError) {
        for index in 0..<max(unsafe sealedpush_bag_count(bags), 0) {
            guard let bag = unsafe sealedpush_bag(bags, index) else { continue }
            switch unsafe PKCS12_SAFEBAG_get_nid(bag) {
            case NID_keyBag where key == nil:
                guard let info = unsafe PKCS12_SAFEBAG_get0_p8inf(bag) else { continue }
                key = try unsafe WipedBytes { unsafe i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
            case NID_pkcs8ShroudedKeyBag where key == nil:
                try unsafe IterationLimit.check(encrypted: PKCS12_SAFEBAG_get0_pkcs8(bag))
                let info = unsafe PKCS12_decrypt_skey_ex(bag, passphrase, -1, Library.context, nil)
                guard let info = unsafe info else { throw .wrongPassphrase }
                key = try unsafe WipedBytes(info: info)
            case NID_certBag:
                guard unsafe PKCS12_SAFEBAG_get_bag_nid(bag) == NID_x509Certificate else {
                    continue
                }
                guard let certificate = unsafe PKCS12_SAFEBAG_get1_cert(bag) else {
                    throw .invalidCertificate
                }
                certificates.append(try Certificate(unsafe Handle(certificate: certificate)))
            case NID_safeContentsBag:
                guard let inside = unsafe PKCS12_SAFEBAG_get0_safes(bag) else { continue }
                try unsafe take(inside, passphrase)
            default: continue
            }
        }
    }
}
