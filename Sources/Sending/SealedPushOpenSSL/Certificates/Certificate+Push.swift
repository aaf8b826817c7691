// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension Certificate {
    /// The topics that it may send to: those that it lists, or else its one user id.
    public var pushTopics: [String] {
        guard let list = content(ofExtension: "1.2.840.113635.100.6.3.6") else {
            return userID.map { [$0] } ?? []
        }
        return CertificateText.strings(inSequence: list.span)
    }

    /// The content of an extension, by its object identifier; nil where it has none.
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
    /// The texts that stand in a DER sequence, without those of sequences in it; none where it is no sequence.
    static func strings(inSequence bytes: Span<UInt8>) -> [String] {
        guard let sequence = DERElement(at: 0, of: bytes), sequence.tag == 0x30,
            sequence.content.upperBound == bytes.count
        else { return [] }
        var strings: [String] = []
        var offset = sequence.content.lowerBound
        while let element = DERElement(at: offset, of: bytes) {
            if element.tag == 0x0C {
                let text = bytes.extracting(element.content).copy
                if let string = String(validating: text, as: UTF8.self) { strings.append(string) }
            }
            offset = element.content.upperBound
        }
        return strings
    }
}

/// One element of DER: its tag, and where its content stands (X.690, section 8.1).
private struct DERElement {
    let tag: UInt8
    let content: Range<Int>

    /// The element that begins at `offset`; nil where there is no whole one.
    init?(at offset: Int, of bytes: Span<UInt8>) {
        guard offset + 2 <= bytes.count else { return nil }
        tag = bytes[offset]
        var start = offset + 2
        var count = Int(bytes[offset + 1])
        if count >= 0x80 {
            let digits = count - 0x80
            guard (1...2).contains(digits), start + digits <= bytes.count else { return nil }
            count = 0
            for _ in 0..<digits {
                count = count << 8 | Int(bytes[start])
                start += 1
            }
        }
        guard start + count <= bytes.count else { return nil }
        content = start..<start + count
    }
}
