// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Reads vCards from lines: unfolds them, and finds where a card begins and ends.
struct CardReader: Sendable {
    /// A line that may go on in the next one.
    private var open: LineReader.Line?
    private var card: Card?
    /// Whether what stands between two cards was told.
    private var isTold = false

    /// The entry that ends before `line`, if one does, or what is wrong outside of one.
    mutating func read(_ line: LineReader.Line) -> [NumberedEntry] {
        if open != nil, let first = line.bytes.first, first == 0x20 || first == 0x09 {
            // Bytes are joined, not characters: some writers fold within one.
            open?.append(line.bytes.dropFirst(), isCut: line.isCut)
            return []
        }
        let entries = take()
        if !line.bytes.isEmpty { open = line }
        return entries
    }

    /// The entry at the end of the file.
    mutating func finish() -> [NumberedEntry] {
        var entries = take()
        if let card { entries.append(card.entry(isFinished: false)) }
        card = nil
        return entries
    }

    /// Acts upon the line that is whole now.
    private mutating func take() -> [NumberedEntry] {
        guard let line = open else { return [] }
        open = nil
        let property = CardProperty(reading: line.bytes)
        let isOfCard = property?.value.elementsEqual("VCARD".utf8, by: Self.isSameLetter) ?? false
        if isOfCard, property?.name == "BEGIN" {
            let unfinished = card.map { [$0.entry(isFinished: false)] } ?? []
            card = Card(line: line.number)
            isTold = false
            return unfinished
        }
        guard let current = card else {
            defer { isTold = true }
            return isTold ? [] : [NumberedEntry(line: line.number, entry: .failure(.outsideCard))]
        }
        if isOfCard, property?.name == "END" {
            card = nil
            return [current.entry(isFinished: true)]
        }
        card?.add(property, line: line.number, isCut: line.isCut)
        return []
    }

    private static func isSameLetter(_ first: UInt8, _ upper: UInt8) -> Bool {
        first == upper || first == upper | 0x20
    }
}
