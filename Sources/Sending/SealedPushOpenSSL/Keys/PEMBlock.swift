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
    /// What its base64 stands for; empty where the block is damaged: it has none, or no end of its own.
    let content: WipedBytes

    /// Whether nothing can be read in it.
    var isDamaged: Bool { content.count == 0 }

    /// Reads the next block from `place` on; nil where none begins any more.
    init?(in file: Span<UInt8>, from place: inout Int) {
        var lines = Lines(from: place)
        var label: String?
        while label == nil, let line = lines.next(in: file) {
            label = Self.label("BEGIN", file, line)
        }
        guard let label else { return nil }
        self.label = label
        let start = lines.place
        while true {
            let end = lines.place
            guard let line = lines.next(in: file), Self.label("BEGIN", file, line) == nil else {
                // What begins there is a block by itself.
                place = end
                header = ""
                content = WipedBytes(count: 0)
                return
            }
            guard let last = Self.label("END", file, line) else { continue }
            place = lines.place
            let body = file.extracting(start..<end)
            header = Self.header(body)
            content = last == label ? Self.content(body) : WipedBytes(count: 0)
            return
        }
    }

    /// The lines that are no base64.
    private static func header(_ body: Span<UInt8>) -> String {
        var lines = Lines(from: 0)
        var header = ""
        while let line = lines.next(in: body) {
            guard body.isHeader(line) else { continue }
            header += String(decoding: line.map { body[$0] }, as: UTF8.self) + "\n"
        }
        return header
    }

    /// What the other lines stand for, white space apart.
    private static func content(_ body: Span<UInt8>) -> WipedBytes {
        var text = WipedBytes(count: body.count)
        var count = 0
        var lines = Lines(from: 0)
        while let line = lines.next(in: body) {
            guard !body.isHeader(line) else { continue }
            unsafe text.withMutableCBytes { text in
                for place in line where !Lines.isSpace(body[place]) {
                    unsafe text[count] = body[place]
                    count += 1
                }
            }
        }
        return decode(&text, count)
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

    /// What the first `count` characters stand for; nothing where they are no base64 (RFC 4648, section 4).
    private static func decode(_ text: inout WipedBytes, _ count: Int) -> WipedBytes {
        unsafe text.withMutableCBytes { text in
            let characters = unsafe text[..<count]
            let padding = unsafe characters.suffix(2).count { $0 == UInt8(ascii: "=") }
            guard count > 0, count % 4 == 0,
                unsafe characters.dropLast(padding).allSatisfy(Base64.isCharacter)
            else { return WipedBytes(count: 0) }
            // One call without a state of its own, which would be left in memory.
            var whole = WipedBytes(count: count / 4 * 3)
            let isDecoded = unsafe whole.withMutableCBytes { bytes in
                unsafe EVP_DecodeBlock(bytes.baseAddress, text.baseAddress, Int32(count))
                    == bytes.count
            }
            guard isDecoded else { return WipedBytes(count: 0) }
            return whole.withBytes { WipedBytes(copying: $0.extracting(droppingLast: padding)) }
        }
    }
}

extension Span<UInt8> {
    fileprivate func isHeader(_ line: Range<Int>) -> Bool {
        line.contains { self[$0] == UInt8(ascii: ":") }
    }
}

/// The lines of a text, without the white space around them, nor the mark that editors put before a text (U+FEFF).
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
        place = min(end + 1, file.count)
        if line.count >= 3, (0..<3).allSatisfy({ file[line.lowerBound + $0] == Self.mark[$0] }) {
            line = line.dropFirst(3)
        }
        while let last = line.last, Self.isSpace(file[last]) { line = line.dropLast() }
        while let first = line.first, Self.isSpace(file[first]) { line = line.dropFirst() }
        return line
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func isSpace(_ byte: UInt8) -> Bool {
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
