// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Reads DER (X.690) element by element, and keeps places alone: what it reads may be a key.
struct DERReader {
    private var rest: Range<Int>

    /// Whether nothing is left.
    var isAtEnd: Bool { rest.isEmpty }

    /// Begins with what is in an element.
    init(_ content: Range<Int>) {
        rest = content
    }

    /// The tag of the next element; nil at the end.
    func nextTag(in bytes: Span<UInt8>) -> UInt8? {
        rest.isEmpty ? nil : bytes[rest.lowerBound]
    }

    /// Where the content of the next element stands, which has this tag.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey`` where it is another one, or no DER.
    mutating func next(
        _ tag: UInt8,
        in bytes: Span<UInt8>
    ) throws(OpenSSLError) -> Range<Int> {
        guard rest.count >= 2, bytes[rest.lowerBound] == tag else { throw .noPrivateKey }
        let first = Int(bytes[rest.lowerBound + 1])
        var start = rest.lowerBound + 2
        var count = first
        if first >= 0x80 {
            // A megabyte takes three bytes; the shortest form alone is DER.
            let size = first - 0x80
            guard (1...3).contains(size), rest.upperBound - start >= size else {
                throw .noPrivateKey
            }
            count = (start..<start + size).reduce(0) { $0 << 8 | Int(bytes[$1]) }
            guard count >= 0x80, count >> (8 * (size - 1)) > 0 else { throw .noPrivateKey }
            start += size
        }
        guard rest.upperBound - start >= count else { throw .noPrivateKey }
        rest = start + count..<rest.upperBound
        return start..<start + count
    }
}

extension DERReader {
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    /// The context's own tags, around another element.
    static let zero: UInt8 = 0xA0
    static let one: UInt8 = 0xA1
}

/// Writes the head of an element in DER.
enum DERHead {
    /// Tag and length of an element whose content has `count` bytes, less than 16 MB.
    static func bytes(_ tag: UInt8, count: Int) -> [UInt8] {
        if count < 0x80 { return [tag, UInt8(count)] }
        let length = [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        let short = Array(length.drop { $0 == 0 })
        return [tag, 0x80 | UInt8(short.count)] + short
    }
}
