// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// An X.509 certificate (RFC 5280), as a value: nothing in it was verified but its form.
public struct Certificate: Hashable, Sendable {
    /// The whole certificate in DER.
    public let der: [UInt8]
    /// The common name of who it was made for; nil if there is none.
    public let commonName: String?
    /// The user id of who it was made for: in a certificate of Apple's for pushes, the topic of the
    /// app.
    public let userID: String?
    /// From when on it serves, in seconds since 1970.
    public let notBefore: Int64
    /// Until when it serves, in seconds since 1970.
    public let notAfter: Int64

    /// Reads a certificate in DER; nothing may follow it.
    ///
    /// - Throws: ``OpenSSLError/invalidCertificate``, ``OpenSSLError/tooLarge(limit:)``.
    public init(der: Span<UInt8>) throws(OpenSSLError) {
        let handle = try Self.handle(der: der)
        try self.init(handle)
    }

    /// Takes a certificate that was read or made.
    init(_ handle: borrowing Handle) throws(OpenSSLError) {
        self = try unsafe handle.with { certificate throws(OpenSSLError) in
            try unsafe Certificate(of: certificate)
        }
    }

    /// Takes what OpenSSL has read.
    init(of certificate: OpaquePointer) throws(OpenSSLError) {
        guard let notBefore = unsafe Self.seconds(X509_get0_notBefore(certificate)),
            let notAfter = unsafe Self.seconds(X509_get0_notAfter(certificate))
        else { throw .invalidCertificate }
        der = try unsafe WipedBytes { unsafe i2d_X509(certificate, $0) }.copy
        commonName = unsafe Self.subject(NID_commonName, of: certificate)
        userID = unsafe Self.subject(NID_userId, of: certificate)
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// True if it was made for this key.
    public func isMade(for key: borrowing PrivateKey) -> Bool {
        guard let handle = try? handle() else { return false }
        let isMade = unsafe handle.with { certificate in
            unsafe key.handle.with { unsafe X509_check_private_key(certificate, $0) == 1 }
        }
        ERR_clear_error()
        return isMade
    }

    /// The certificate as OpenSSL uses it, made anew: what is kept is a value.
    func handle() throws(OpenSSLError) -> Handle {
        try Self.handle(der: der.span)
    }

    private static func handle(der: Span<UInt8>) throws(OpenSSLError) -> Handle {
        guard der.count <= FileLimit.bytes else { throw .tooLarge(limit: FileLimit.bytes) }
        let certificate = unsafe der.withCBytes { bytes, count -> OpaquePointer? in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            var certificate: OpaquePointer? = unsafe X509_new_ex(Library.context, nil)
            // If it can't be read, what was made for it is freed.
            guard unsafe d2i_X509(&certificate, &next, count) != nil else { return nil }
            if unsafe next == bytes + count { return unsafe certificate }
            unsafe X509_free(certificate)
            return nil
        }
        guard let certificate = unsafe certificate else {
            ERR_clear_error()
            throw .invalidCertificate
        }
        return try unsafe Handle(certificate: certificate)
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
        defer { unsafe ASN1_STRING_free(epoch) }
        guard let time = unsafe time, unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1
        else { return nil }
        return Int64(days) * 86400 + Int64(seconds)
    }

    private static func subject(_ attribute: Int32, of certificate: OpaquePointer) -> String? {
        guard let name = unsafe X509_get_subject_name(certificate) else { return nil }
        let index = unsafe X509_NAME_get_index_by_NID(name, attribute, -1)
        guard index >= 0, let entry = unsafe X509_NAME_get_entry(name, index) else { return nil }
        return unsafe CertificateText.string(X509_NAME_ENTRY_get_data(entry))
    }
}

/// Texts as certificates hold them.
enum CertificateText {
    /// The text in UTF-8; nil if it is none.
    static func string(_ text: UnsafePointer<ASN1_STRING>?) -> String? {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = unsafe ASN1_STRING_to_UTF8(&bytes, text)
        guard count >= 0, let bytes = unsafe bytes else {
            ERR_clear_error()
            return nil
        }
        defer { unsafe CRYPTO_free(bytes, "", 0) }
        return unsafe String(
            validating: UnsafeBufferPointer(start: bytes, count: Int(count)),
            as: UTF8.self
        )
    }
}

/// The hosts that a certificate is for (RFC 9525, section 6): its subject alternative names say so
/// alone, never its common name.
extension Certificate {
    /// Whether it lists a DNS name, itself or by a wildcard that stands for one whole label.
    package func isFor(name: String) -> Bool {
        // With a dot in front, OpenSSL would take each name below it; it ignores a zero at the end.
        guard !name.hasPrefix("."), !name.utf8.contains(0) else { return false }
        let flags = X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS
        return unsafe lists { certificate in
            unsafe X509_check_host(certificate, name, name.utf8.count, UInt32(flags), nil)
        }
    }

    /// Whether it lists an address; `address` is one of IPv4 or IPv6 in its usual form.
    package func isFor(address: String) -> Bool {
        unsafe lists { unsafe X509_check_ip_asc($0, address, 0) }
    }

    private func lists(_ check: (OpaquePointer) -> Int32) -> Bool {
        guard let handle = try? handle() else { return false }
        defer { ERR_clear_error() }
        return unsafe handle.with { unsafe check($0) == 1 }
    }
}

extension Certificate {
    /// The topics that it may send to: those that it lists, or else its one user id.
    public var pushTopics: [String] {
        guard let list = content(ofExtension: "1.2.840.113635.100.6.3.6") else {
            return userID.map { [$0] } ?? []
        }
        return CertificateText.strings(inSequence: list)
    }

    /// The content of an extension, by its object identifier; nil if it has none.
    public func content(ofExtension identifier: String) -> [UInt8]? {
        guard let handle = try? handle(),
            let object = unsafe OBJ_txt2obj(identifier, 1)
        else { return nil }
        defer { unsafe ASN1_OBJECT_free(object) }
        return unsafe handle.with { certificate in
            let index = unsafe X509_get_ext_by_OBJ(certificate, object, -1)
            guard index >= 0,
                let data = unsafe X509_EXTENSION_get_data(X509_get_ext(certificate, index)),
                let bytes = unsafe ASN1_STRING_get0_data(data)
            else { return nil }
            let count = Int(unsafe ASN1_STRING_length(data))
            return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        }
    }
}

extension CertificateText {
    /// The texts that stand in a DER sequence, without those of sequences in it; none if it is no
    /// sequence.
    static func strings(inSequence bytes: [UInt8]) -> [String] {
        let sequence = unsafe bytes.span.withCBytes { start, count -> OpaquePointer? in
            var next: UnsafePointer<UInt8>? = unsafe start
            guard let sequence = unsafe d2i_ASN1_SEQUENCE_ANY(nil, &next, count) else {
                return nil
            }
            guard unsafe next == start + count else {
                unsafe sealedpush_values_free(sequence)
                return nil
            }
            return unsafe sequence
        }
        guard let sequence = unsafe sequence else {
            ERR_clear_error()
            return []
        }
        defer { unsafe sealedpush_values_free(sequence) }
        return (0..<max(unsafe sealedpush_value_count(sequence), 0)).compactMap { index in
            unsafe string(sealedpush_text(sequence, index))
        }
    }
}
