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
