// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A format of files with contacts.
public enum ContactFormat: String, CaseIterable, Hashable, Sendable {
    /// JSON Lines: an object a line, with `identity`, `name`, `code`, `trust` and `preview`.
    case json
    /// vCard 4.0 (RFC 6350): `FN` with the name, `KEY` with the identity, and properties of ours for
    /// the rest. Versions 2.1 and 3.0 are read as well.
    case vcard

    /// The bytes of one entry; a file is the bytes of its entries in a row.
    public func bytes(of entry: ContactEntry) -> [UInt8] {
        switch self {
        case .json: entry.jsonLine
        case .vcard: entry.card
        }
    }
}

/// Reads contacts from the bytes of a file, which come in pieces of whatever size, in bounded
/// memory.
///
/// An entry that cannot be read is reported with its line, and the reader goes on with the next. No
/// input stops the program, and no more than 64 KiB of an entry are kept.
///
/// ```swift
/// var reader = ContactEntryReader(.vcard)
/// while let piece = try file.next() { use(reader.read(piece.span)) }
/// use(reader.finish())
/// ```
public struct ContactEntryReader: Sendable {
    private var lines: LineReader
    private var form: Form

    private enum Form {
        case json
        case vcard(CardReader)
    }

    /// Reads a file of this format.
    public init(_ format: ContactFormat) {
        lines = LineReader(endingWithReturn: format == .vcard)
        switch format {
        case .json: form = .json
        case .vcard: form = .vcard(CardReader())
        }
    }

    /// The entries that end in `bytes`, which follow those that were read before.
    public mutating func read(_ bytes: Span<UInt8>) -> [NumberedEntry] {
        entries(of: lines.read(bytes))
    }

    /// The entry that ends where the file ends.
    public mutating func finish() -> [NumberedEntry] {
        var entries = entries(of: lines.finish())
        if case .vcard(var reader) = form {
            entries += reader.finish()
            form = .vcard(CardReader())
        }
        return entries
    }

    private mutating func entries(of lines: [LineReader.Line]) -> [NumberedEntry] {
        switch form {
        case .json: return lines.compactMap(NumberedEntry.init(jsonLine:))
        case .vcard(var reader):
            // Not two owners of what it holds, which would be copied line by line.
            form = .json
            let entries = lines.flatMap { reader.read($0) }
            form = .vcard(reader)
            return entries
        }
    }
}

/// Cuts bytes that come in pieces into lines, which end with LF or CR LF, or with CR alone as on old
/// Macs.
struct LineReader: Sendable {
    /// A line without its end.
    struct Line {
        /// Counted from 1.
        let number: Int
        fileprivate(set) var bytes: [UInt8]
        /// Whether it was longer than the limit, and only its beginning is here.
        fileprivate(set) var isCut: Bool

        /// Adds what goes on in the next line, as far as there is room.
        mutating func append(_ rest: some Collection<UInt8>, isCut: Bool) {
            let room = max(0, LineReader.limit - bytes.count)
            bytes += rest.prefix(room)
            if isCut || rest.count > room { self.isCut = true }
        }

        /// Removes the last bytes, which only join the line and the next one.
        mutating func removeLast(_ count: Int) { bytes.removeLast(min(count, bytes.count)) }
    }

    /// The most bytes of a line that are kept: 64 KiB.
    static let limit = 64 * 1024

    private var line: [UInt8] = []
    private var isCut = false
    private var number = 1
    /// How many CR stand at the end of what was read.
    private var returns = 0
    /// Whether CR alone ends a line; else it is a part of it.
    private let endsWithReturn: Bool

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Lines that end with CR alone, too, if told so: in JSON a CR is white space.
    init(endingWithReturn endsWithReturn: Bool) {
        self.endsWithReturn = endsWithReturn
    }

    /// The lines that end in `bytes`.
    mutating func read(_ bytes: Span<UInt8>) -> [Line] {
        var lines: [Line] = []
        var start = 0
        for place in bytes.indices {
            switch bytes[place] {
            case UInt8(ascii: "\r"):
                if returns == 0 { keep(bytes.extracting(start..<place)) }
                returns += 1
                start = place + 1
            case UInt8(ascii: "\n"):
                if returns == 0 { keep(bytes.extracting(start..<place)) }
                // Whatever number of CR: some programs double them.
                returns = 0
                lines.append(take())
                start = place + 1
            default:
                if returns > 0 { lines += endByReturns() }
            }
        }
        keep(bytes.extracting(droppingFirst: start))
        return lines
    }

    /// The line that ends without a line feed, if there is one.
    mutating func finish() -> [Line] {
        let lines = endByReturns()
        return line.isEmpty ? lines : lines + [take()]
    }

    /// The line that ends with CR, behind which another one begins; empty ones are only counted.
    private mutating func endByReturns() -> [Line] {
        defer { returns = 0 }
        guard returns > 0 else { return [] }
        guard endsWithReturn else {
            keep([UInt8](repeating: UInt8(ascii: "\r"), count: min(returns, Self.limit + 1)).span)
            return []
        }
        guard !line.isEmpty else {
            number += returns
            return []
        }
        let ended = take()
        number += returns - 1
        return [ended]
    }

    private mutating func keep(_ bytes: Span<UInt8>) {
        let room = Self.limit - line.count
        line.append(copying: bytes.extracting(first: min(room, bytes.count)))
        if bytes.count > room { isCut = true }
    }

    private mutating func take() -> Line {
        // Some editors begin a file with a byte order mark, which is no part of its text; files that
        // were put together have some within.
        if line.starts(with: Self.mark) { line.removeFirst(Self.mark.count) }
        let taken = Line(number: number, bytes: line, isCut: isCut)
        line = []
        isCut = false
        number += 1
        return taken
    }
}
