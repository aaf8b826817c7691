// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension TLSIdentity {
    /// Reads a PKCS#12 archive (RFC 7292), also one under the old ciphers that keychains write.
    ///
    /// - Parameters:
    ///   - archive: The bytes of the `.p12`, at most a megabyte.
    ///   - passphrase: The passphrase of the archive; empty if it has none.
    /// - Throws: ``OpenSSLError/invalidArchive``, ``OpenSSLError/wrongPassphrase``,
    ///   ``OpenSSLError/noPrivateKey``, ``OpenSSLError/noCertificate``,
    ///   ``OpenSSLError/keyMismatch``, ``OpenSSLError/tooManyIterations(limit:)``,
    ///   ``OpenSSLError/tooLarge(limit:)``.
    public init(pkcs12 archive: Span<UInt8>, passphrase: Span<UInt8>) throws(OpenSSLError) {
        guard archive.count <= FileLimit.bytes else { throw .tooLarge(limit: FileLimit.bytes) }
        // No archive has a passphrase with one.
        guard !passphrase.hasZero else { throw .wrongPassphrase }
        self = try Library.wipingStack { () throws(OpenSSLError) in
            try Archive(archive).identity(openedBy: WipedBytes(text: passphrase))
        }
    }
}

extension TLSIdentity {
    /// Writes a PKCS#12 archive without a passphrase, which has the key and its own certificate.
    ///
    /// - Parameter name: The archive's name for them.
    /// - Returns: The archive.
    /// - Throws: ``OpenSSLError/unavailable(code:)``.
    package func pkcs12(named name: String) throws(OpenSSLError) -> [UInt8] {
        let own = try certificate.handle()
        let archive = unsafe key.handle.with { key in
            unsafe own.with { own in
                unsafe PKCS12_create("", name, key, own, nil, 0, 0, 0, 0, 0)
            }
        }
        guard let archive = unsafe archive else { throw Library.takeError() }
        let handle = try unsafe Handle(archive, freedBy: { unsafe PKCS12_free($0) })
        return try unsafe handle.with { archive throws(OpenSSLError) in
            try unsafe WipedBytes { unsafe i2d_PKCS12(archive, $0) }.copy
        }
    }
}

/// An archive that was read and not opened yet.
struct Archive: ~Copyable {
    private let handle: Handle

    /// How many parts an archive may have, each with iterations of its own; all tools write two.
    private static let partLimit: Int32 = 16
    /// How deep bags may stand in each other (RFC 7292, section 4.2.6); no tool writes any in
    /// another.
    private static let depthLimit = 4

    init(_ file: Span<UInt8>) throws(OpenSSLError) {
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
        handle = try unsafe Handle(archive, freedBy: { unsafe PKCS12_free($0) })
    }

    func identity(openedBy passphrase: borrowing WipedBytes) throws(OpenSSLError) -> TLSIdentity {
        defer { ERR_clear_error() }
        var (key, own, others): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
        try unsafe passphrase.withCText { text throws(OpenSSLError) in
            try unsafe handle.with { archive throws(OpenSSLError) in
                // Nothing in it is looked at before its code was.
                try unsafe IterationLimit.check(codeOf: archive)
                let hasCode = unsafe PKCS12_mac_present(archive) == 1
                guard unsafe !hasCode || Self.fits(text, archive) else { throw .wrongPassphrase }
                try unsafe Self.checkIterations(of: archive)
                guard unsafe PKCS12_parse(archive, text, &key, &own, &others) == 1 else {
                    throw hasCode ? .invalidArchive : .wrongPassphrase
                }
            }
        }
        var certificates: [Certificate] = []
        defer { unsafe sealedpush_certificates_free(others) }
        if let own = unsafe own {
            certificates.append(try Certificate(unsafe Handle(certificate: own)))
        }
        for index in 0..<max(unsafe sealedpush_certificate_count(others), 0) {
            guard let other = unsafe sealedpush_certificate(others, index) else { continue }
            certificates.append(try unsafe Certificate(of: other))
        }
        guard let key = unsafe key else { throw .noPrivateKey }
        return try TLSIdentity(
            key: PrivateKey(unsafe Handle(key: key)),
            certificates: certificates
        )
    }

    /// Whether a passphrase fits the archive's code: an empty one may stand there as a text without
    /// characters or as no text at all (RFC 7292, appendix B.1).
    @unsafe
    private static func fits(_ passphrase: UnsafePointer<CChar>, _ archive: OpaquePointer) -> Bool {
        unsafe PKCS12_verify_mac(archive, passphrase, -1) == 1
            || passphrase.pointee == 0 && PKCS12_verify_mac(archive, nil, 0) == 1
    }

    /// Checks what the archive asks for, as far as it shows that without its passphrase.
    @unsafe
    private static func checkIterations(of archive: OpaquePointer) throws(OpenSSLError) {
        guard let parts = unsafe PKCS12_unpack_authsafes(archive) else { throw .invalidArchive }
        defer { unsafe sealedpush_parts_free(parts) }
        let count = max(unsafe sealedpush_part_count(parts), 0)
        guard count <= partLimit else { throw .invalidArchive }
        for index in 0..<count {
            guard let part = unsafe sealedpush_part(parts, index) else { continue }
            switch unsafe OBJ_obj2nid(part.pointee.type) {
            case NID_pkcs7_encrypted:
                guard let content = unsafe part.pointee.d.encrypted?.pointee.enc_data else {
                    throw .invalidArchive
                }
                try unsafe IterationLimit.check(content.pointee.algorithm)
            case NID_pkcs7_data:
                guard let bags = unsafe PKCS12_unpack_p7data(part) else { throw .invalidArchive }
                defer { unsafe sealedpush_bags_free(bags) }
                try unsafe checkIterations(ofBags: bags, depth: 1)
            default: continue
            }
        }
    }

    @unsafe
    private static func checkIterations(
        ofBags bags: OpaquePointer,
        depth: Int
    ) throws(OpenSSLError) {
        guard depth <= depthLimit else { throw .invalidArchive }
        for index in 0..<max(unsafe sealedpush_bag_count(bags), 0) {
            guard let bag = unsafe sealedpush_bag(bags, index) else { continue }
            switch unsafe PKCS12_SAFEBAG_get_nid(bag) {
            case NID_pkcs8ShroudedKeyBag:
                try unsafe IterationLimit.check(encrypted: PKCS12_SAFEBAG_get0_pkcs8(bag))
            case NID_safeContentsBag:
                guard let inner = unsafe PKCS12_SAFEBAG_get0_safes(bag) else { continue }
                try unsafe checkIterations(ofBags: inner, depth: depth + 1)
            default: continue
            }
        }
    }
}
