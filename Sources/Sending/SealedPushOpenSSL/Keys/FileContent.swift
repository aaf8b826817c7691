// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The content of a file that was given in the place of a private key or a certificate.
public enum FileContent: String, CaseIterable, Hashable, Sendable {
    /// Nothing, or white space alone.
    case nothing
    /// A text in UTF-16, which no program reads as a key.
    case utf16Text
    /// Certificates, and no private key.
    case certificate
    /// What Apple makes a certificate of.
    case certificateRequest
    /// A private key, encrypted or not, and no certificate.
    case privateKey
    /// A private key in the form of OpenSSH.
    case openSSHKey
    /// A public key.
    case publicKey
    /// A PKCS#12 archive.
    case archive

    /// Looks at a file, and opens nothing in it; nil for what is none of these, or is damaged.
    public init?(of file: Span<UInt8>) {
        defer { ERR_clear_error() }
        guard file.count <= FileLimit.bytes else { return nil }
        if file.indices.allSatisfy({ [0x09, 0x0A, 0x0D, 0x20].contains(file[$0]) }) {
            self = .nothing
        } else if Self.isUTF16(file) {
            self = .utf16Text
        } else if let content = Self.ofPEM(file) ?? Self.ofDER(file) {
            self = content
        } else {
            return nil
        }
    }

    /// Whether a text begins with the mark of UTF-16, or with a character of ASCII in it.
    private static func isUTF16(_ file: Span<UInt8>) -> Bool {
        guard file.count > 3 else { return false }
        let start = (0..<4).map { file[$0] }
        return start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
            || start.enumerated().allSatisfy { ($0.offset % 2 == 1) == ($0.element == 0) }
            || start.enumerated().allSatisfy { ($0.offset % 2 == 0) == ($0.element == 0) }
    }

    private static func ofPEM(_ file: Span<UInt8>) -> FileContent? {
        let labels = unsafe file.withCBytes { bytes, count in
            (try? unsafe PEMReader(bytes, count: count))?.labels() ?? []
        }
        if labels.contains("OPENSSH PRIVATE KEY") { return .openSSHKey }
        if labels.contains(where: { $0.hasSuffix(PEM_STRING_PKCS8INF) }) { return .privateKey }
        if labels.contains(where: { $0.hasSuffix(PEM_STRING_X509) }) { return .certificate }
        if labels.contains(where: { $0.hasSuffix(PEM_STRING_X509_REQ) }) {
            return .certificateRequest
        }
        return labels.contains { $0.hasSuffix(PEM_STRING_PUBLIC) } ? .publicKey : nil
    }

    private static func ofDER(_ file: Span<UInt8>) -> FileContent? {
        if (try? Certificate(der: file)) != nil { return .certificate }
        let isKey = Library.wipingStack {
            (try? PrivateKey(der: file)) != nil || (try? EncryptedKey(der: file)) != nil
        }
        if isKey { return .privateKey }
        if (try? Archive(file)) != nil { return .archive }
        return unsafe file.withCBytes { bytes, count in
            var next: UnsafePointer<UInt8>? = unsafe bytes
            var request: OpaquePointer? = unsafe X509_REQ_new_ex(Library.context, nil)
            // If it can't be read, what was made for it is freed.
            if unsafe d2i_X509_REQ(&request, &next, count) != nil {
                unsafe X509_REQ_free(request)
                return .certificateRequest
            }
            unsafe next = unsafe bytes
            guard let key = unsafe d2i_PUBKEY_ex(nil, &next, count, Library.context, nil) else {
                return nil
            }
            unsafe EVP_PKEY_free(key)
            return .publicKey
        }
    }
}

extension FileContent {
    /// What the file is, for people.
    var words: String {
        switch self {
        case .nothing: "the file is empty"
        case .utf16Text: "the file is a text in UTF-16"
        case .certificate: "the file holds a certificate and no private key"
        case .certificateRequest: "the file holds a request for a certificate"
        case .privateKey: "the file holds a private key and no certificate"
        case .openSSHKey: "the file holds a private key in the form of OpenSSH"
        case .publicKey: "the file holds a public key"
        case .archive: "the file is a PKCS#12 archive"
        }
    }

    /// What to do about it.
    var hint: String {
        switch self {
        case .nothing: "download or export it again"
        case .utf16Text: "save it in UTF-8, or download it again"
        case .certificate: "give the file of its private key, too"
        case .certificateRequest: "give the certificate that was made of it, with its key"
        case .privateKey: "give the file of its certificate, too"
        case .openSSHKey: "'ssh-keygen -p -m PKCS8 -f FILE' writes it as other programs read it"
        case .publicKey: "give the private key that it belongs to"
        case .archive: "'openssl pkcs12 -nodes -in FILE -out NEW' writes what it holds as PEM"
        }
    }
}

extension PEMReader {
    /// What its blocks say to be; damaged ones are passed over.
    fileprivate func labels() -> [String] {
        var labels: [String] = []
        while true {
            do throws(Damaged) {
                guard let block = try next() else { return labels }
                labels.append(block.label)
            } catch {
                continue
            }
        }
    }
}
