// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
