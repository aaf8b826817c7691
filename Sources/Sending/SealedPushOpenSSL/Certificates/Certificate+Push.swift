// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

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
