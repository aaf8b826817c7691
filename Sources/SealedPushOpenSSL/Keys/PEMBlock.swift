// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// One block of a PEM (RFC 7468), wiped when its owner goes: it may be a key.
///
/// Our own reader, since OpenSSL's leaves pieces of the text and of what it says in memory that it frees.
struct PEMBlock: ~Copyable {
    /// What it says to be, such as `PRIVATE KEY`.
    let label: String
    /// The lines of its header (RFC 1421, section 4.6), each with a line feed; only encrypted keys of the older form
    /// have one.
    let header: String
    /// What its base64 stands for.
    let content: WipedBytes

    /// Reads the next block from `place` on; nil at the end, and where the rest is none.
    init?(in file: Span<UInt8>, from place: inout Int) {
        var lines = Lines(from: place)
        var label: String?
        while label == nil, let line = lines.next(in: file) {
            label = Self.label("BEGIN", file, line)
        }
        guard let label else { return nil }
        let start = lines.place
        var end = start
        var last: String?
        while last == nil, let line = lines.next(in: file) {
            end = line.lowerBound
            last = Self.label("END", file, line)
        }
        guard last == label else { return nil }
        var text = WipedBytes(count: end - start)
        var count = 0
        var header = ""
        var body = Lines(from: start)
        while body.place < end, let line = body.next(in: file), line.lowerBound < end {
            if line.contains(where: { file[$0] == UInt8(ascii: ":") }) {
                header += String(decoding: line.map { file[$0] }, as: UTF8.self) + "\n"
                continue
            }
            unsafe text.withMutableCBytes { text in
                for place in line {
                    unsafe text[count] = file[place]
                    count += 1
                }
            }
        }
        guard let content = Self.decode(&text, count) else { return nil }
        self.label = label
        self.header = header
        self.content = content
        place = lines.place
    }

    /// The label of a line that begins or ends a block.
    private static func label(_ verb: String, _ file: Span<UInt8>, _ line: Range<Int>) -> String? {
        let frame = (Array("-----\(verb) ".utf8), Array("-----".utf8))
        guard line.count >= frame.0.count + frame.1.count,
            frame.0.indices.allSatisfy({ file[line.lowerBound + $0] == frame.0[$0] }),
            frame.1.indices.allSatisfy({ file[line.upperBound - 5 + $0] == frame.1[$0] })
        else { return nil }
        let name = line.dropFirst(frame.0.count).dropLast(frame.1.count).map { file[$0] }
        return String(validating: name, as: UTF8.self)
    }

    /// What the first `count` characters stand for; nil where they are no base64 (RFC 4648, section 4).
    private static func decode(_ text: inout WipedBytes, _ count: Int) -> WipedBytes? {
        unsafe text.withMutableCBytes { text in
            let characters = unsafe text[..<count]
            let padding = unsafe characters.suffix(2).count { $0 == UInt8(ascii: "=") }
            guard count > 0, count % 4 == 0,
                unsafe characters.dropLast(padding).allSatisfy(Base64.isCharacter)
            else { return nil }
            // One call without a state of its own, which would be left in memory.
            var whole = WipedBytes(count: count / 4 * 3)
            let isDecoded = unsafe whole.withMutableCBytes { bytes in
                unsafe EVP_DecodeBlock(bytes.baseAddress, text.baseAddress, Int32(count))
                    == bytes.count
            }
            guard isDecoded else { return nil }
            return whole.withBytes { WipedBytes(copying: $0.extracting(droppingLast: padding)) }
        }
    }
}

/// The lines of a text, without the white space around them.
private struct Lines {
    /// Where the next one begins.
    private(set) var place: Int

    init(from place: Int) {
        self.place = place
    }

    mutating func next(in file: Span<UInt8>) -> Range<Int>? {
        guard place < file.count else { return nil }
        var end = place
        while end < file.count, file[end] != UInt8(ascii: "\n") { end += 1 }
        var line = place..<end
        place = end + 1
        while let last = line.last, Self.isSpace(file[last]) { line = line.dropLast() }
        while let first = line.first, Self.isSpace(file[first]) { line = line.dropFirst() }
        return line
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}

/// The alphabet of RFC 4648, section 4.
private enum Base64 {
    static func isCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
