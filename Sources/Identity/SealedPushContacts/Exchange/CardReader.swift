// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Reads vCards of versions 2.1, 3.0 and 4.0 from lines: joins what is folded, and finds where a
/// card begins and ends.
struct CardReader: Sendable {
    /// A line that may go on in the next one, with what joins them.
    private var open: OpenLine?
    /// Cards that have begun: one, or the agents of the one before (2.1) behind it.
    private var cards: [Card] = []
    /// Whether the last property was an agent's, which is a card of its own.
    private var isAgent = false
    /// Whether what stands between two cards was told.
    private var isTold = false

    /// How many cards may stand in each other.
    private static let depthLimit = 8

    private struct OpenLine {
        var line: LineReader.Line
        let encoding: CardProperty.Encoding
        /// Whether a line of quoted-printable ends with `=`, behind which it goes on.
        var isSoft: Bool

        init(_ line: LineReader.Line) {
            self.line = line
            encoding = CardProperty(reading: line.bytes)?.encoding ?? .none
            isSoft = false
            noteSoftBreak(of: line)
        }

        /// Adds a line if it is a part of this one.
        mutating func add(_ next: LineReader.Line) -> Bool {
            if isSoft, !CardReader.isEnd(next.bytes) {
                line.append(next.bytes[...], isCut: next.isCut)
            } else if let first = next.bytes.first, first == 0x20 || first == 0x09 {
                // Its white space may count, which the version tells. Bytes are joined, not
                // characters: some writers fold within one.
                line.append([UInt8(ascii: "\n")] + next.bytes, isCut: next.isCut)
            } else if encoding == .base64, CardProperty.isBase64(next.bytes) {
                line.append(next.bytes[...], isCut: next.isCut)
            } else {
                return false
            }
            noteSoftBreak(of: next)
            return true
        }

        private mutating func noteSoftBreak(of next: LineReader.Line) {
            // White space at the end of a line is none of the text (RFC 2045, section 6.7).
            let text = next.bytes.reversed().drop { $0 == 0x20 || $0 == 0x09 }
            isSoft = encoding == .quotedPrintable && text.first == UInt8(ascii: "=")
            if isSoft, !line.isCut { line.removeLast(next.bytes.count - text.count + 1) }
        }
    }

    /// The entry that ends before `line`, if one does, or what is wrong outside of one.
    mutating func read(_ line: LineReader.Line) -> [NumberedEntry] {
        if open?.add(line) == true { return [] }
        let entries = take()
        if !line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { open = OpenLine(line) }
        return entries
    }

    /// The entry at the end of the file.
    mutating func finish() -> [NumberedEntry] { take() + endUnfinished() }

    /// Acts upon the line that is whole now.
    private mutating func take() -> [NumberedEntry] {
        guard let line = open?.line else { return [] }
        open = nil
        let property = CardProperty(reading: line.bytes)
        if Self.isMark(property, "BEGIN") {
            let unfinished = isAgent && cards.count < Self.depthLimit ? [] : endUnfinished()
            cards.append(Card(line: line.number))
            (isAgent, isTold) = (false, false)
            return unfinished
        }
        guard !cards.isEmpty else {
            defer { isTold = true }
            return isTold ? [] : [NumberedEntry(line: line.number, entry: .failure(.outsideCard))]
        }
        if Self.isMark(property, "END") {
            isAgent = false
            return cards.removeLast().entries(isFinished: true)
        }
        isAgent = property?.name == "AGENT" && property?.word.isEmpty == true
        cards[cards.count - 1].add(property, line)
        return []
    }

    private mutating func endUnfinished() -> [NumberedEntry] {
        defer { cards = [] }
        return cards.flatMap { $0.entries(isFinished: false) }
    }

    /// Whether a property is the first or last of a card.
    private static func isMark(_ property: CardProperty?, _ name: String) -> Bool {
        property?.name == name && property?.word == "VCARD"
    }

    /// Whether a line ends a card: some writers leave a soft break before it.
    private static func isEnd(_ line: [UInt8]) -> Bool {
        line.count < 32 && isMark(CardProperty(reading: line), "END")
    }
}
