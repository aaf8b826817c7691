// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import TestSupport
import Testing

/// The ends of lines in files of contacts, as systems and programs write them.
struct LineEndTests {
    private static let identity = SenderIdentity.random()
    private static let key = "KEY:\(identity.text)"

    /// Reads a text in pieces of `size` bytes.
    private static func read(
        _ text: String,
        _ format: ContactFormat,
        size: Int = .max
    ) -> [NumberedEntry] {
        var reader = ContactEntryReader(format)
        var entries: [NumberedEntry] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(piece.count)
            entries += reader.read(piece.span)
        }
        return entries + reader.finish()
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n", "\r\r", "\n\r"])
    func `lines of cards end with LF, CR LF or CR, in pieces of any size`(_ end: String) {
        let lines = [
            "BEGIN:VCARD", "VERSION:2.1", "FN;QUOTED-PRINTABLE:An=", "n", Self.key, "END:VCARD",
            "BEGIN:VCARD", "VERSION:3.0", "FN:Bo", " b", Self.key, "END:VCARD", "BEGIN:VCARD",
        ]
        let text = lines.joined(separator: end)
        for size in [1, 2, 3, 7, 64, text.utf8.count] {
            let entries = Self.read(text, .vcard, size: size)
            let names = entries.compactMap { try? $0.entry.get().name }
            #expect(names == ["Ann", "Bob"], "\(size)")
            // What is unfinished is told by its line; doubled ends have a line each.
            let step = ["\r\r", "\n\r"].contains(end) ? 2 : 1
            #expect(entries.last?.line == (lines.count - 1) * step + 1)
            #expect(entries.count == 3)
        }
    }

    @Test func `files of several systems are read when they are put together`() {
        let card = ["BEGIN:VCARD", "VERSION:4.0", "FN:Ann", Self.key, "END:VCARD", ""]
        let ends = ["\n", "\r\n", "\r", "\n", "\r"]
        let text = ends.map { "\u{FEFF}" + card.joined(separator: $0) }.joined()
        let entries = Self.read(text, .vcard)
        #expect(entries.map { try? $0.entry.get().name } == ends.map { _ in "Ann" })
        #expect(entries.map(\.line) == [1, 6, 11, 16, 21])
    }

    @Test func `in JSON a CR is white space`() throws {
        let text = "{\r\"identity\":\r\r\"\(Self.identity.text)\"}\r\n{}\r"
        for size in [1, 2, text.utf8.count] {
            let entries = Self.read(text, .json, size: size)
            #expect(try entries.first?.entry.get().identity == Self.identity)
            #expect(entries.map(\.line) == [1, 2])
            #expect(entries.last?.entry == .failure(.noIdentity))
        }
    }

    @Test func `any number of empty lines is only counted`() {
        let ends = String(repeating: "\r", count: 100_000)
        let entries = Self.read("\(ends)BEGIN:VCARD\r\(ends)", .vcard)
        #expect(entries.map(\.line) == [100_001])
    }
}
