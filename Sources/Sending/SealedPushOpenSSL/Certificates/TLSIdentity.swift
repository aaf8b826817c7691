// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A private key and the certificates that say whose it is, as one side of a TLS connection shows
/// them.
public struct TLSIdentity: ~Copyable, Sendable {
    /// The private key.
    public let key: PrivateKey
    /// The certificate of the key, then those of its issuers, as far as they are there.
    public let certificates: [Certificate]

    /// The certificate of the key.
    public var certificate: Certificate { certificates[0] }

    /// Puts a key and its certificates together, which may be in any order.
    ///
    /// - Throws: ``OpenSSLError/noCertificate``; ``OpenSSLError/keyMismatch`` if none was made
    ///   for the key.
    public init(
        key: consuming PrivateKey,
        certificates: [Certificate]
    ) throws(OpenSSLError) {
        guard !certificates.isEmpty else { throw .noCertificate }
        var own: Certificate?
        for certificate in certificates where own == nil && certificate.isMade(for: key) {
            own = certificate
        }
        guard let own else { throw .keyMismatch }
        self.key = key
        self.certificates = [own] + certificates.filter { $0 != own }
    }

    /// The key, for who needs no certificates.
    consuming func takeKey() -> PrivateKey { key }

    /// The key and the certificates in PEM.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)``.
    package func plainPEM() throws(OpenSSLError) -> String {
        try key.plainPEM() + certificates.map(\.pem).joined()
    }

    /// Reads a key and certificates from PEM or DER: from one file, or from one for the key and one
    /// for the certificates.
    ///
    /// - Parameters:
    ///   - certificates: The file with the certificates.
    ///   - key: The file with the private key; the same unless told.
    ///   - passphrase: The passphrase of an encrypted key.
    /// - Throws: ``OpenSSLError`` of ``PrivateKey/init(reading:passphrase:)``,
    ///   ``Certificate/all(in:)``, and ``OpenSSLError/keyMismatch``.
    public init(
        pem certificates: Span<UInt8>,
        key: Span<UInt8>? = nil,
        passphrase: Span<UInt8>? = nil
    ) throws(OpenSSLError) {
        let all = try Certificate.all(in: certificates)
        let keyFile = if let key { key } else { certificates }
        try self.init(
            key: PrivateKey(reading: keyFile, passphrase: passphrase),
            certificates: all
        )
    }
}

extension Certificate {
    /// Reads all certificates of a PEM, in their order, or the one of a file in DER; other blocks of
    /// a PEM are passed over.
    ///
    /// - Throws: ``OpenSSLError/noCertificate``; ``OpenSSLError/unexpected(_:)``;
    ///   ``OpenSSLError/invalidCertificate`` if one of them is damaged;
    ///   ``OpenSSLError/tooLarge(limit:)``.
    public static func all(in file: Span<UInt8>) throws(OpenSSLError) -> [Certificate] {
        guard file.count <= FileLimit.bytes else { throw .tooLarge(limit: FileLimit.bytes) }
        if let certificate = try? Certificate(der: file) { return [certificate] }
        let certificates = try unsafe file.withCBytes { bytes, count throws(OpenSSLError) in
            try unsafe PEMReader(bytes, count: count).certificates()
        }
        guard certificates.isEmpty else { return certificates }
        guard let content = FileContent(of: file), content != .certificate else {
            throw .noCertificate
        }
        throw .unexpected(content)
    }

    /// The certificate as PEM (RFC 7468).
    public var pem: String {
        guard let handle = try? handle(),
            let writer = try? unsafe Handle(stream: BIO_new(BIO_s_mem()))
        else { return "" }
        return unsafe handle.with { certificate in
            unsafe writer.with { writer in
                var bytes: UnsafePointer<UInt8>?
                guard unsafe PEM_write_bio_X509(writer, certificate) == 1 else { return "" }
                let count = unsafe sealedpush_mem_data(writer, &bytes)
                return unsafe String(
                    decoding: UnsafeBufferPointer(start: bytes, count: count),
                    as: UTF8.self
                )
            }
        }
    }
}

extension PEMReader {
    /// All certificates from here on: a chain is read whole or not at all.
    fileprivate func certificates() throws(OpenSSLError) -> [Certificate] {
        var certificates: [Certificate] = []
        while true {
            let block: PEMBlock?
            do throws(Damaged) { block = try next() } catch { throw .invalidCertificate }
            guard let block else { return certificates }
            guard [PEM_STRING_X509, PEM_STRING_X509_OLD].contains(block.label) else { continue }
            certificates.append(
                try block.content.withBytes { der throws(OpenSSLError) in
                    try Certificate(der: der)
                }
            )
        }
    }
}
