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
            // A longer form than the shortest is read, as by OpenSSL: what is kept of a key is written anew. One without
            // a length (X.690, section 8.1.3.6) is not.
            let size = first - 0x80
            guard size > 0, rest.upperBound - start >= size else { throw .noPrivateKey }
            count = 0
            for place in start..<start + size {
                count = count << 8 | Int(bytes[place])
                guard count <= rest.count else { throw .noPrivateKey }
            }
            start += size
        }
        guard rest.upperBound - start >= count else { throw .noPrivateKey }
        rest = start + count..<rest.upperBound
        return start..<start + count
    }

    /// Where the next element stands, its head included, whatever tag it has.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey`` where there is none.
    mutating func nextElement(in bytes: Span<UInt8>) throws(OpenSSLError) -> Range<Int> {
        guard let tag = nextTag(in: bytes) else { throw .noPrivateKey }
        let start = rest.lowerBound
        return start..<(try next(tag, in: bytes).upperBound)
    }

    /// A number of one byte, such as a version.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey``.
    mutating func nextSmallNumber(in bytes: Span<UInt8>) throws(OpenSSLError) -> UInt8 {
        let number = try next(Self.integer, in: bytes)
        guard number.count == 1 else { throw .noPrivateKey }
        return bytes[number.lowerBound]
    }

    /// Where the next number stands, without zeros before it but the only byte of 0.
    ///
    /// - Throws: ``OpenSSLError/noPrivateKey``.
    mutating func nextNumber(in bytes: Span<UInt8>) throws(OpenSSLError) -> Range<Int> {
        var number = try next(Self.integer, in: bytes)
        guard !number.isEmpty else { throw .noPrivateKey }
        while number.count > 1, bytes[number.lowerBound] == 0 { number = number.dropFirst() }
        return number
    }
}

extension DERReader {
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let null: UInt8 = 0x05
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    /// The context's own tags, around another element.
    static let zero: UInt8 = 0xA0
    static let one: UInt8 = 0xA1
}
