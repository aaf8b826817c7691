// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Makes certificates for test servers and their clients: a root of its own, which no system trusts
/// unless told to.
///
///     let authority = try CertificateAuthority(named: "Tests", from: now, until: now + 86400)
///     let server = try authority.identity(named: "server", for: ["localhost", "127.0.0.1"])
///
/// Keys are of P-256; serial numbers are random (RFC 5280, section 4.1.2.2).
package struct CertificateAuthority: ~Copyable, Sendable {
    private let key: PrivateKey
    private let from: Int64
    private let until: Int64
    /// The root certificate, for who is to trust it.
    package let certificate: Certificate

    /// Makes a new authority, whose certificates all serve for the same time.
    ///
    /// - Parameters:
    ///   - name: Its common name, 1 to 64 bytes.
    ///   - from: From when on, in seconds since 1970.
    ///   - until: Until when.
    /// - Throws: ``OpenSSLError/invalidName``, ``OpenSSLError/unavailable(code:)``.
    package init(named name: String, from: Int64, until: Int64) throws(OpenSSLError) {
        let key = try P256PrivateKey().anyKind()
        let draft = try CertificateDraft(named: name, from: from, until: until, for: key)
        try draft.setIssuer(draft)
        try draft.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0", issuer: draft)
        try draft.add(NID_key_usage, "critical,keyCertSign", issuer: draft)
        try draft.add(NID_subject_key_identifier, "hash", issuer: draft)
        certificate = try draft.sign(with: key)
        self.key = key
        self.from = from
        self.until = until
    }

    /// Takes an authority that was made before: its key and its certificate, both in PEM.
    ///
    /// - Throws: ``OpenSSLError`` of ``TLSIdentity/init(pem:key:passphrase:)``.
    package init(reading pem: Span<UInt8>) throws(OpenSSLError) {
        let identity = try TLSIdentity(pem: pem)
        certificate = identity.certificate
        from = identity.certificate.notBefore
        until = identity.certificate.notAfter
        key = identity.takeKey()
    }

    /// The key and the certificate in PEM.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)``.
    package func plainPEM() throws(OpenSSLError) -> String {
        try key.plainPEM() + certificate.pem
    }

    /// Makes a key with a certificate for servers and clients.
    ///
    /// - Parameters:
    ///   - name: The common name, 1 to 64 bytes.
    ///   - hosts: DNS names and addresses that the server is reached by, of which a name may have
    ///     `*` for its first label; none for a client.
    ///   - userID: The user id, which is the topic in a certificate for pushes.
    /// - Returns: The key with its certificate, and this authority's.
    /// - Throws: ``OpenSSLError/invalidName``, ``OpenSSLError/unavailable(code:)``.
    package func identity(
        named name: String,
        for hosts: [String] = [],
        userID: String? = nil
    ) throws(OpenSSLError) -> TLSIdentity {
        let key = try P256PrivateKey().anyKind()
        let draft = try CertificateDraft(named: name, from: from, until: until, for: key)
        if let userID { try draft.add(name: "UID", userID) }
        let root = try CertificateDraft(certificate.handle())
        try draft.setIssuer(root)
        try draft.add(NID_basic_constraints, "critical,CA:FALSE", issuer: root)
        try draft.add(NID_key_usage, "critical,digitalSignature", issuer: root)
        try draft.add(NID_ext_key_usage, "serverAuth,clientAuth", issuer: root)
        try draft.add(NID_subject_key_identifier, "hash", issuer: root)
        try draft.add(NID_authority_key_identifier, "keyid", issuer: root)
        if !hosts.isEmpty {
            var names: [String] = []
            for host in hosts { names.append(try HostName.entry(host)) }
            try draft.add(NID_subject_alt_name, names.joined(separator: ","), issuer: root)
        }
        let made = try draft.sign(with: self.key)
        return try TLSIdentity(key: key, certificates: [made, certificate])
    }
}

/// Names of servers, as a certificate lists them.
private enum HostName {
    /// The entry of a DNS name or an address.
    static func entry(_ host: String) throws(OpenSSLError) -> String {
        if let address = unsafe a2i_IPADDRESS(host) {
            unsafe ASN1_STRING_free(address)
            return "IP:\(host)"
        }
        ERR_clear_error()
        let labels = host.hasPrefix("*.") ? host.dropFirst(2) : host[...]
        // Nothing that OpenSSL's text form gives a meaning to.
        let isName =
            !labels.isEmpty
            && labels.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        guard isName, (1...253).contains(host.utf8.count) else { throw .invalidName }
        return "DNS:\(host)"
    }
}

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
