// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import TestSupport
import Testing

struct ContactEntryReaderTests {
    private static let identity = SenderIdentity.random()
    private static let key = "KEY:\(identity.text)"

    private static func read(
        _ text: String,
        _ format: ContactFormat,
        pieces: (Int) -> Int = { $0 }
    ) -> [NumberedEntry] {
        read(Array(text.utf8), format, pieces: pieces)
    }

    /// Reads `bytes` in pieces, whose sizes `pieces` tells from how much is left.
    private static func read(
        _ bytes: [UInt8],
        _ format: ContactFormat,
        pieces: (Int) -> Int = { $0 }
    ) -> [NumberedEntry] {
        var reader = ContactEntryReader(format)
        var entries: [NumberedEntry] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(max(1, pieces(rest.count))))
            rest = rest.dropFirst(piece.count)
            entries += reader.read(piece.span)
        }
        return entries + reader.finish()
    }

    private static func entry(
        _ name: String?,
        _ code: String? = nil,
        _ trust: ContactStatus.Trust = .unverified,
        _ preview: ContactStatus.PreviewPolicy = .full
    ) -> ContactEntry {
        ContactEntry(name: name, identity: identity, code: code, trust: trust, preview: preview)
    }

    // MARK: - JSON

    @Test func `a line of JSON is an entry, and empty ones are none`() {
        let id = Self.identity.text
        let text = """
            \u{FEFF}{"identity":"\(id)","name":"Ann","extra":[1]}\r

             \t
            {"preview":"hidden","trust":"blocked","code":"7","name":"B\\u006Fb","identity":"\(id)"}
            {"identity":"\(id)","name":null,"code":null,"trust":null,"preview":null}
            {"identity":"\(id)","name":"last"}
            """
        #expect(
            Self.read(text, .json) == [
                NumberedEntry(1, Self.entry("Ann")),
                NumberedEntry(4, Self.entry("Bob", "7", .blocked, .hidden)),
                NumberedEntry(5, Self.entry(nil)), NumberedEntry(6, Self.entry("last")),
            ]
        )
    }

    @Test(arguments: [
        ("x", ContactEntryError.malformedJSON(.unexpectedByte(at: 0))), ("[]", .notAnObject),
        ("{", .malformedJSON(.unexpectedEnd(at: 1))),
        ("{\"identity\":1,\"identity\":1}", .malformedJSON(.duplicateKey(at: 14))),
        ("{} {}", .malformedJSON(.trailingBytes(at: 3))),
        ("{}", .noIdentity), ("{\"identity\":null}", .noIdentity),
        ("{\"identity\":7}", .wrongValue), ("{\"identity\":\"ann\"}", .identityRefused),
        ("{\"identity\":\"ID\",\"name\":7}", .wrongValue),
        ("{\"identity\":\"ID\",\"name\":\"A\",\"code\":7}", .wrongValue),
        ("{\"identity\":\"ID\",\"code\":\"7\"}", .noName),
        ("{\"identity\":\"ID\",\"trust\":\"much\"}", .wrongValue),
        ("{\"identity\":\"ID\",\"trust\":true}", .wrongValue),
        ("{\"identity\":\"ID\",\"preview\":\"none\"}", .wrongValue),
    ])
    func `a line that is no entry is told, and hides none around it`(
        _ line: String,
        _ error: ContactEntryError
    ) {
        let id = Self.identity.text
        let good = "{\"identity\":\"\(id)\",\"name\":\"Ann\"}"
        let text = [good, line.replacing("ID", with: id), good].joined(separator: "\n")
        #expect(
            Self.read(text, .json) == [
                NumberedEntry(1, Self.entry("Ann")), NumberedEntry(2, error),
                NumberedEntry(3, Self.entry("Ann")),
            ]
        )
    }

    @Test func `bytes that are not UTF-8 are no JSON`() {
        #expect(
            Self.read([0xFF, 0x0A], .json) == [
                NumberedEntry(1, .malformedJSON(.unexpectedByte(at: 0)))
            ]
        )
    }

    // MARK: - vCard

    private static func card(_ lines: String...) -> String {
        (["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }

    @Test(arguments: [
        (card("FN:Ann", key), entry("Ann")),
        (card(key, "FN;LANGUAGE=en;PREF=1:Ann", "FN:Anna"), entry("Ann")),
        (card("fn:Ann", "item1." + key.lowercased().prefix(3) + key.dropFirst(3)), entry("Ann")),
        (card("item1.FN:Ann", "KEY;TYPE=\"a:b;c\":\(identity.text)"), entry("Ann")),
        (card("FN:A\\, B\\; C\\\\ D, E; F", key), entry("A, B; C\\ D, E; F")),
        (card("FN:", "NICKNAME:Annie\\, B,Zoe", key), entry("Annie, B")),
        (card("NICKNAME:Annie", key), entry("Annie")),
        (card("FN:Ann", "NICKNAME:Annie", key), entry("Ann")),
        (card("FN:", "FN:Ann", key), entry("Ann")),
        (card("FN:Ann", key, key), entry("Ann")),
        (card("FN:", key), entry(nil)),
        (card("FN: Ann ", key), entry(" Ann ")),
        (card("FN:An", " n", "\tie", " ", key), entry("Annie")),
        (
            card("FN:Ann", "KEY:https://example.com/a.pgp", "KEY:data:;base64,AAAA", key),
            entry("Ann")
        ),
        (card("FN:Ann", key, "NOTE;X=\\q:\\q", "TEL;VALUE=uri:tel:+1"), entry("Ann")),
        (
            card(
                "FN:Ann",
                key,
                "X-SEALEDPUSH-CODE:a\\,7",
                "x-sealedpush-trust:verified",
                "X-SEALEDPUSH-PREVIEW:senderOnly"
            ), entry("Ann", "a,7", .verified, .senderOnly)
        ),
    ])
    func `a card is read`(_ text: String, _ expected: ContactEntry) {
        #expect(Self.read(text, .vcard) == [NumberedEntry(1, expected)])
        let withLineFeeds = text.replacing("\r\n", with: "\n")
        #expect(Self.read(withLineFeeds, .vcard) == [NumberedEntry(1, expected)])
        let withoutEnd = String(text.dropLast(1))
        #expect(Self.read(withoutEnd, .vcard) == [NumberedEntry(1, expected)])
    }

    @Test func `a character that is folded in its middle is whole again`() {
        let card = Self.card("FN:Zo|", Self.key).split(separator: "|").map { Array($0.utf8) }
        let bytes = card[0] + [0xC3, 0x0D, 0x0A, 0x20, 0xAB] + card[1]
        #expect(Self.read(bytes, .vcard) == [NumberedEntry(1, Self.entry("Zo\u{EB}"))])
    }

    @Test(arguments: [
        (card("FN:Ann"), 1, ContactEntryError.noIdentity),
        (card("FN:Ann", "KEY:https://example.com"), 1, .noIdentity),
        (card("FN\\", "KEY;ENCODING=b:mQINBF", "no property"), 1, .noIdentity),
        (card("FN:Ann").replacing("4.0", with: "9"), 1, .noIdentity),
        (card("FN:Ann", "KEY:sealedpush-sender-1:AAAA.BBBB"), 4, .identityRefused),
        (card("FN:Ann", "KEY:sealedpush-device-1:AAAA.BBBB"), 4, .identityRefused),
        (card("FN:Ann", key.uppercased()), 4, .identityRefused),
        (card("FN:Ann", "KEY \(identity.text)"), 4, .malformedLine),
        (card("FN:Ann", "KEY:sealedpush-sender-2:AAAA.BBBB"), 4, .identityRefused),
        (card("FN:Ann", key, "KEY:\(SenderIdentity.random().text)"), 5, .repeated),
        (card("FN:Ann", key, "X-SEALEDPUSH-CODE:a", "X-SEALEDPUSH-CODE:b"), 6, .repeated),
        (card("FN;X=\"a:Ann", key), 3, .malformedLine),
        (card("FN:Ann", "item1.org;X=\"a:Ann", key), 4, .malformedLine),
        (card("FN:Ann\\", key), 3, .wrongEscape),
        (card("FN:\\q", key), 3, .wrongEscape),
        (card("FN:Ann", key, "X-SEALEDPUSH-TRUST:much"), 5, .wrongValue),
        (card("FN:Ann", key, "X-SEALEDPUSH-PREVIEW:"), 5, .wrongValue),
        (card("FN:", key, "X-SEALEDPUSH-CODE:a"), 1, .noName),
        (card("FN:Ann", key).replacing("4.0", with: "5.0"), 2, .wrongVersion),
        (card("FN:Ann", key, "VERSION:3.0"), 5, .wrongVersion),
        (card("FN:Ann", key).replacing("VERSION:4.0\r\n", with: ""), 1, .wrongVersion),
        (card("FN:Ann", key).replacing("END:VCARD", with: ""), 1, .unfinished),
        (card("FN:Ann", key).replacing("BEGIN:VCARD\r\n", with: ""), 1, .outsideCard),
    ])
    func `a card that is wrong is told by its line, and hides none around it`(
        _ text: String,
        _ line: Int,
        _ error: ContactEntryError
    ) {
        let good = Self.card("FN:Ann", Self.key)
        let ahead = 5
        let entries = Self.read(good + text + "\r\n" + good, .vcard)
        #expect(entries.first == NumberedEntry(1, Self.entry("Ann")))
        #expect(entries.contains(NumberedEntry(ahead + line, error)))
        #expect(entries.last?.entry == .success(Self.entry("Ann")))
        #expect(entries.count == 3)
    }

    @Test(arguments: [
        "no property", ":x", "a.b.c:x", ".c:x", "TEL;X=\"a:x", "TEL ;X=a:x", "X ABC:foo",
        "ADR;X-L=5\":a", "N of a note that goes on", "FN\\",
    ])
    func `a line that is no property is told, and loses no contact`(_ line: String) {
        let text = Self.card("FN:Ann", line, line, Self.key)
        #expect(
            Self.read(text + text, .vcard) == [
                NumberedEntry(1, Self.entry("Ann")), NumberedEntry(4, .malformedLine),
                NumberedEntry(8, Self.entry("Ann")), NumberedEntry(11, .malformedLine),
            ]
        )
        #expect(Self.read(Self.card("FN:B", line), .vcard) == [NumberedEntry(1, .noIdentity)])
    }

    @Test func `files with byte order marks are read one behind the other`() {
        let card = "\u{FEFF}" + Self.card("FN:Ann", Self.key)
        #expect(
            Self.read(card + card, .vcard) == [
                NumberedEntry(1, Self.entry("Ann")), NumberedEntry(6, Self.entry("Ann")),
            ]
        )
        let line = "\u{FEFF}{\"identity\":\"\(Self.identity.text)\",\"name\":\"Ann\"}\n"
        #expect(
            Self.read(line + line, .json) == [
                NumberedEntry(1, Self.entry("Ann")), NumberedEntry(2, Self.entry("Ann")),
            ]
        )
    }

    @Test func `what stands between cards is told once`() {
        let text = "one\ntwo: 2\n" + Self.card("FN:Ann", Self.key) + "END:VCARD\nthree\n"
        #expect(
            Self.read(text, .vcard) == [
                NumberedEntry(1, .outsideCard), NumberedEntry(3, Self.entry("Ann")),
                NumberedEntry(8, .outsideCard),
            ]
        )
    }

    @Test func `text that is not UTF-8 is told, and matters only where it is used`() {
        let card = Self.card("NOTE:|", "FN:|", Self.key).split(separator: "|").map {
            Array($0.utf8)
        }
        let note = card[0] + [0xFF] + card[1] + card[2]
        #expect(Self.read(note, .vcard) == [NumberedEntry(1, Self.entry(nil))])
        let stranger = Self.card("NOTE:|", "FN:|").split(separator: "|").map { Array($0.utf8) }
        let foreign = stranger[0] + [0xFF] + stranger[1] + [0xFF] + stranger[2]
        #expect(Self.read(foreign, .vcard) == [NumberedEntry(1, .noIdentity)])
        let name = card[0] + card[1] + [0xFF] + card[2]
        #expect(Self.read(name, .vcard) == [NumberedEntry(4, .notUTF8)])
    }

    @Test func `a picture of many lines is passed over, and a name as long is refused`() {
        let lines = String(repeating: " AAAAAAAA\r\n", count: 20_000)
        func card(_ name: String) -> String {
            "BEGIN:VCARD\nVERSION:4.0\nFN:Ann\n\(Self.key)\n\(name):AAAA\n\(lines)END:VCARD\n"
        }
        #expect(Self.read(card("PHOTO"), .vcard) == [NumberedEntry(1, Self.entry("Ann"))])
        #expect(
            Self.read(card("X-SEALEDPUSH-CODE"), .vcard) == [NumberedEntry(5, .tooLarge)]
        )
    }

    @Test func `a card keeps at most 64 KiB of names, however many lines they have`() {
        let name = String(repeating: "a", count: 936)
        func card(_ count: Int) -> String {
            let names = String(repeating: "FN:\(name)\n", count: count)
            return "BEGIN:VCARD\nVERSION:4.0\n\(Self.key)\n\(names)END:VCARD\n"
        }
        #expect(Self.read(card(65), .vcard) == [NumberedEntry(1, Self.entry(name))])
        #expect(Self.read(card(66), .vcard) == [NumberedEntry(69, .tooLarge)])
    }

    @Test(arguments: [0, 1, 2])
    func `a line has at most 64 KiB`(_ excess: Int) throws {
        let head = "{\"identity\":\"\(Self.identity.text)\",\"name\":\"Ann\""
        let room = 64 * 1024 - head.utf8.count - 1 + excess
        let line = head + String(repeating: " ", count: room) + "}"
        for end in ["", "\n", "\r\n"] {
            #expect(
                Self.read(line + end, .json)
                    == [
                        excess == 0
                            ? NumberedEntry(1, Self.entry("Ann")) : NumberedEntry(1, .tooLarge)
                    ]
            )
        }
    }

    // MARK: - Both

    @Test(arguments: ContactFormat.allCases, 0..<20 as Range<UInt64>)
    func `what is written is read again, whatever the characters and the pieces`(
        _ format: ContactFormat,
        _ seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let entries = (0..<40).map { _ in ContactEntry.random(using: &random) }
        let bytes = entries.flatMap { format.bytes(of: $0) }
        let read = Self.read(bytes, format) { Int.random(in: 1...min($0, 100), using: &random) }
        #expect(read.map(\.entry) == entries.map { .success($0) }, "seed \(seed)")
        let exact = read.compactMap { try? $0.entry.get() }
        #expect(
            exact.map { $0.name.map { Array($0.utf8) } }
                == entries.map { $0.name.map { Array($0.utf8) } }
        )
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a card has lines of at most 75 bytes, each of whole characters`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let entry = ContactEntry.random(using: &random)
        let card = ContactFormat.vcard.bytes(of: entry)
        #expect(card.suffix(2) == [0x0D, 0x0A])
        let lines = card.dropLast(2).split(separator: 0x0A, omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let line = number < lines.count - 1 ? line.dropLast() : line
            #expect(line.count <= 75, "seed \(seed)")
            #expect(String(validating: line, as: UTF8.self) != nil, "seed \(seed)")
        }
    }

    @Test(arguments: ContactFormat.allCases, 0..<25 as Range<UInt64>)
    func `no damage stops the program, and undamaged entries are read`(
        _ format: ContactFormat,
        _ seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let entries = (0..<8).map { _ in ContactEntry.random(using: &random) }
        let sound = entries.map { format.bytes(of: $0) }
        for _ in 0..<40 {
            let place = Int.random(in: 0..<8, using: &random)
            var damaged = sound
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[place].damage(using: &random)
            }
            // The damage may reach into the line behind it, and no further.
            damaged[place] += Array("\r\n".utf8)
            let read = Self.read(damaged.flatMap(\.self), format) { left in
                Int.random(in: 1...left, using: &random)
            }
            let found = read.compactMap { try? $0.entry.get() }
            for (number, entry) in entries.enumerated() where number < place {
                #expect(found.contains(entry), "seed \(seed)")
            }
            if let last = entries.last, place < 7 {
                #expect(found.contains(last), "seed \(seed)")
            }
            #expect(read.map(\.line) == read.map(\.line).sorted(), "seed \(seed)")
        }
    }

    @Test(arguments: ContactFormat.allCases, 0..<10 as Range<UInt64>)
    func `no bytes at all stop the program`(_ format: ContactFormat, _ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words: [[UInt8]] = [
            Array("BEGIN:VCARD\n".utf8), Array("END:VCARD\n".utf8), Array("VERSION:4.0\n".utf8),
            Array("VERSION:2.1\n".utf8), Array("AGENT:\n".utf8), Array("N:".utf8), [0x3D],
            Array("FN;QUOTED-PRINTABLE;CHARSET=shift_jis:=93".utf8), Array("data:;base64,".utf8),
            Array("KEY;ENCODING=b:".utf8), Array("=\n".utf8), Array("\n ".utf8), [0x25], [0x3A],
            Array("FN:".utf8), Array("KEY:".utf8), Array(Self.identity.text.utf8), [0x0A], [0x0D],
            [0x20], [0x5C], [0x22], [0x3B], [0x2C], [0x7B], [0x7D], [0xFF], [0xEF, 0xBB, 0xBF], [0],
        ]
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in
                words[Int.random(in: 0..<words.count, using: &random)]
            }
            let whole = Self.read(bytes, format)
            let single = Self.read(bytes, format) { _ in 1 }
            #expect(whole == single, "seed \(seed)")
        }
    }

    @Test func `neither printing nor dumping an entry shows its name or code`() {
        let entry = Self.entry("Marguerite", "4711-x")
        var shown = "\(entry)"
        dump(entry, to: &shown)
        #expect(!shown.contains("Marguerite"))
        #expect(!shown.contains("4711-x"))
    }
}

extension NumberedEntry {
    init(_ line: Int, _ entry: ContactEntry) {
        self.init(line: line, entry: .success(entry))
    }

    init(_ line: Int, _ error: ContactEntryError) {
        self.init(line: line, entry: .failure(error))
    }
}

extension [UInt8] {
    fileprivate mutating func damage(using random: inout SeededGenerator) {
        let place = Int.random(in: 0..<count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: remove(at: place)
        case 2: insert(UInt8.random(in: 0...255, using: &random), at: place)
        default:
            self[place] = [0x0A, 0x20, 0x3A, 0x5C, 0x22][Int.random(in: 0..<5, using: &random)]
        }
        if isEmpty { append(0x20) }
    }
}
