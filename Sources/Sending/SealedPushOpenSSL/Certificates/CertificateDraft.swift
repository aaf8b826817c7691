// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A certificate that is being made (RFC 5280, section 4.1).
struct CertificateDraft: ~Copyable {
    private let handle: Handle

    /// Begins a certificate of version 3 with a random serial number.
    init(
        named name: String,
        from: Int64,
        until: Int64,
        for key: borrowing PrivateKey
    ) throws(OpenSSLError) {
        let commonName = try CertificateName(name)
        let handle = try unsafe Handle(certificate: X509_new_ex(Library.context, nil))
        let isSet = unsafe handle.with { certificate in
            unsafe X509_set_version(certificate, 2) == 1
                && Self.setSerial(of: certificate)
                && ASN1_TIME_set(X509_getm_notBefore(certificate), time_t(from)) != nil
                && ASN1_TIME_set(X509_getm_notAfter(certificate), time_t(until)) != nil
                && key.handle.with { unsafe X509_set_pubkey(certificate, $0) == 1 }
                && commonName.add(as: "CN", to: certificate)
        }
        guard isSet else { throw Library.takeError() }
        self.init(handle)
    }

    /// Takes a certificate that is there, to be the issuer of others.
    init(_ handle: consuming Handle) {
        self.handle = handle
    }

    private static func setSerial(of certificate: OpaquePointer) -> Bool {
        let number = unsafe BN_new()
        defer { unsafe BN_free(number) }
        // Positive, and at most 20 bytes.
        return unsafe BN_rand(number, 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1
            && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
    }

    /// Adds to the name of who it is made for.
    func add(name field: String, _ value: String) throws(OpenSSLError) {
        let name = try CertificateName(value)
        guard unsafe handle.with({ unsafe name.add(as: field, to: $0) }) else {
            throw Library.takeError()
        }
    }

    /// Says who signs it: another one, or itself.
    func setIssuer(_ issuer: borrowing CertificateDraft) throws(OpenSSLError) {
        let isSet = unsafe handle.with { certificate in
            unsafe issuer.handle.with { issuer in
                unsafe X509_set_issuer_name(certificate, X509_get_subject_name(issuer)) == 1
            }
        }
        guard isSet else { throw Library.takeError() }
    }

    /// Adds an extension, in OpenSSL's text form.
    func add(
        _ kind: Int32,
        _ value: String,
        issuer: borrowing CertificateDraft
    ) throws(OpenSSLError) {
        let isAdded = unsafe handle.with { certificate in
            unsafe issuer.handle.with { issuer in
                var context = unsafe X509V3_CTX()
                unsafe X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
                guard let made = unsafe X509V3_EXT_nconf_nid(nil, &context, kind, value) else {
                    return false
                }
                defer { unsafe X509_EXTENSION_free(made) }
                return unsafe X509_add_ext(certificate, made, -1) == 1
            }
        }
        guard isAdded else { throw Library.takeError() }
    }

    /// Signs it with ECDSA and SHA-256.
    func sign(with key: borrowing PrivateKey) throws(OpenSSLError) -> Certificate {
        let isSigned = Library.wipingStack {
            unsafe handle.with { certificate in
                unsafe key.handle.with { unsafe X509_sign(certificate, $0, EVP_sha256()) > 0 }
            }
        }
        guard isSigned else { throw Library.takeError() }
        return try Certificate(handle)
    }
}

/// One part of a name, 1 to 64 bytes (RFC 5280, appendix A.1).
private struct CertificateName {
    private let text: [UInt8]

    init(_ text: String) throws(OpenSSLError) {
        self.text = Array(text.utf8)
        guard (1...64).contains(self.text.count) else { throw .invalidName }
    }

    func add(as field: String, to certificate: OpaquePointer) -> Bool {
        // The flag alone means UTF-8.
        unsafe X509_NAME_add_entry_by_txt(
            X509_get_subject_name(certificate),
            field,
            MBSTRING_FLAG,
            text,
            Int32(text.count),
            -1,
            0
        ) == 1
    }
}
