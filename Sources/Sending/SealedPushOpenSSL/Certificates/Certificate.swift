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
