// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushContacts
import TestSupport
import Testing

/// Cards of versions 2.1, 3.0 and 4.0, as address books, phones and servers write them.
struct CardVersionTests {
    private static let identity = SenderIdentity.random()
    private static let text = identity.text
    private static let key = "KEY:\(text)"
    private static let versions = ["2.1", "3.0", "4.0"]

    private static func read(_ bytes: [UInt8]) -> [Result<ContactEntry, ContactEntryError>] {
        var reader = ContactEntryReader(.vcard)
        let entries = reader.read(bytes.span)
        return (entries + reader.finish()).map(\.entry)
    }

    private static func card(_ version: String, _ lines: [String]) -> [UInt8] {
        let all = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
        return Array(all.joined(separator: "\r\n").utf8)
    }

    /// The name that a card comes to.
    private static func name(
        _ version: String,
        _ lines: String...
    ) -> Result<String?, ContactEntryError> {
        let entries = read(card(version, lines + [key]))
        guard entries.count == 1 else { return .failure(.repeated) }
        return entries[0].map { entry in entry.identity == identity ? entry.name : "no identity" }
    }

    // MARK: - Names

    @Test(arguments: versions)
    func `the name is in FN, else in N, NICKNAME or ORG`(_ version: String) {
        let n = "N:Lovelace;Ada;King;Lady;"
        #expect(Self.name(version, "FN:Ada", n) == .success("Ada"))
        #expect(Self.name(version, n, "FN:Ada") == .success("Ada"))
        #expect(Self.name(version, n) == .success("Lady Ada King Lovelace"))
        #expect(Self.name(version, "FN:", n) == .success("Lady Ada King Lovelace"))
        #expect(Self.name(version, "FN: \t", n) == .success("Lady Ada King Lovelace"))
        #expect(Self.name(version, "N:;Ada;;;", "ORG:Acme") == .success("Ada"))
        #expect(Self.name(version, "N:Ada", "FN:") == .success("Ada"))
        #expect(Self.name(version, "N:;;;;", "NICKNAME:,Al,Bo") == .success("Al"))
        #expect(
            Self.name(version, "N:;;;;", "FN:", "ORG:Acme\\; Inc.;Toys") == .success("Acme; Inc.")
        )
        #expect(Self.name(version, "N:;;;;") == .success(nil))
        #expect(Self.name(version, "item1.N;LANGUAGE=en:A\\;B;C") == .success("C A;B"))
        #expect(Self.name(version, "N:1;2;3;4;5;6;7") == .success("4 2 3 1 5"))
        // Of which nothing would be shown.
        for blank in ["\u{200B}", "\u{FFFC}", "\u{2060} "] {
            #expect(Self.name(version, "FN:\(blank)", n) == .success("Lady Ada King Lovelace"))
            #expect(Self.name(version, "FN:", "N:\(blank);Ada") == .success("Ada"))
            #expect(Self.name(version, "NICKNAME:\(blank),Al") == .success("Al"))
        }
    }

    @Test(arguments: versions)
    func `of several names the preferred one is taken, else the first`(_ version: String) {
        for (first, second, name) in [
            ("FN;PREF=2:Old", "FN;PREF=1:New", "New"), ("FN:Old", "FN;PREF=100:New", "New"),
            ("FN;PREF=1:Old", "FN;PREF=1:New", "Old"), ("FN:Old", "FN;PREF=0:New", "Old"),
            ("FN:Old", "FN;PREF=x:New", "Old"), ("FN:Old", "FN;TYPE=pref:New", "New"),
            ("FN:Old", "FN;PREF=1:\u{200B}", "Old"),
        ] {
            #expect(Self.name(version, first, second) == .success(name), "\(second)")
        }
    }

    @Test(arguments: versions)
    func `a line break in a name is a space`(_ version: String) {
        for code in ["=0A", "=0D=0A", "=0D", "=09", "=C2=85", "=E2=80=A8", "=E2=80=A9", "=0B"] {
            let line = "FN;ENCODING=QUOTED-PRINTABLE:\(code)Ann\(code)\(code)Lee\(code)"
            #expect(Self.name(version, line) == .success("Ann Lee"), "\(code)")
        }
    }

    @Test func `a part of N has several texts in 3 and 4, and one in 2 1`() {
        let n = "N:Stevenson;John;Philip,Paul;Dr.;Jr.,M.D.\\, A.C.P."
        let name = "Dr. John Philip Paul Stevenson Jr. M.D., A.C.P."
        for version in ["3.0", "4.0"] { #expect(Self.name(version, n) == .success(name)) }
        let one = "Dr. John Philip,Paul Stevenson Jr.,M.D., A.C.P."
        #expect(Self.name("2.1", n) == .success(one))
    }

    // MARK: - Keys

    @Test(arguments: versions)
    func `a key is found however it is written`(_ version: String) throws {
        let base64 = Data(Self.text.utf8).base64EncodedString()
        let colon = Self.text.replacing(":", with: "\\:")
        let encoded = Self.text.utf8.map { byte in
            "=" + String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16)
        }
        let percents = Self.text.utf8.map {
            "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        let middle = Self.text.index(Self.text.startIndex, offsetBy: 40)
        let capital = "SealedPush-Sender-1:" + Self.text.dropFirst("sealedpush-sender-1:".count)
        let forms: [String] = [
            "KEY:\(Self.text)", "key: \(Self.text) ", "KEY:\(colon)", "KEY:\(capital)",
            "KEY;VALUE=uri:\(Self.text.replacing(":", with: "%3A"))",
            "KEY;VALUE=uri:\(percents.joined())",
            "KEY;TYPE=x-sealedpush:\(Self.text)", "KEY;VALUE=uri:\(Self.text)",
            "KEY;VALUE=text;CHARSET=UTF-8:\(Self.text)", "item1.KEY:\(colon)",
            "KEY:\(Self.text[..<middle]) \(Self.text[middle...])",
            "KEY:\(Self.text[..<middle])\r\n \(Self.text[middle...])",
            "KEY:\(Self.text[..<middle])\r\n\t  \(Self.text[middle...])",
            "KEY:\(Self.text[..<middle])\u{A0}\u{200B}\(Self.text[middle...])",
            "KEY;ENCODING=b:\(base64)", "KEY;BASE64:\(base64)",
            "KEY;ENCODING=BASE64:\r\n \(base64)",
            "KEY;ENCODING=BASE64:\r\n\(base64.prefix(20))\r\n\(base64.dropFirst(20))\r\n",
            "KEY;ENCODING=b;VALUE=BINARY:\(base64.replacing("=", with: ""))",
            "KEY;ENCODING=QUOTED-PRINTABLE:\(encoded.joined())",
            "KEY;QUOTED-PRINTABLE:\(Self.text[..<middle])=\r\n\(Self.text[middle...])",
            "KEY:data:text/plain;base64,\(base64)", "KEY:DATA:;BASE64\\,\(base64)",
            "KEY:data:,\(Self.text)", "KEY:data:text/plain;charset=utf-8,\(percents.joined())",
        ]
        for form in forms {
            let entries = Self.read(Self.card(version, ["FN:Ann", form]))
            let entry = try #require(entries.first).get()
            #expect(entry.identity == Self.identity && entries.count == 1, "\(form)")
        }
    }

    @Test(arguments: versions)
    func `a key of ours that is damaged is told, and others are passed over`(_ version: String) {
        func errors(_ line: String) -> [ContactEntryError] {
            Self.read(Self.card(version, ["FN:Ann", line])).compactMap { entry in
                if case .failure(let error) = entry { error } else { nil }
            }
        }
        let base64 = Data("sealedpush-sender-1:AAAA.AAAA".utf8).base64EncodedString()
        for line in [
            Self.key.uppercased(), "KEY:\(Self.text.dropLast(2))", "KEY:sealedpush-device-1:AA.AA",
            "KEY;ENCODING=b:\(base64)", "KEY:data:;base64,\(base64)", "KEY:Sealedpush-Sender-2:x",
        ] {
            #expect(errors(line) == [.identityRefused], "\(line)")
        }
        for line in [
            "KEY:https://example.com/a.pgp", "KEY;ENCODING=b:mQINBFabc", "KEY;ENCODING=b:****",
            "KEY:data:application/pgp-keys;base64,mQINBF", "KEY:data:", "KEY:data:;base64,%",
            "KEY:data:,data:,\(Self.text)", "KEY:", "X-KEY:\(Self.text)",
        ] {
            #expect(errors(line) == [.noIdentity], "\(line)")
        }
    }

    // MARK: - Folds and escapes

    @Test func `a fold keeps its white space in 2 1 alone, wherever VERSION stands`() {
        for (version, name) in [("2.1", "Ann  Lee"), ("3.0", "Ann Lee"), ("4.0", "Ann Lee")] {
            #expect(Self.name(version, "FN:Ann\r\n  Lee") == .success(name))
            let late = [
                "BEGIN:VCARD", "FN:Ann\r\n  Lee", Self.key, "VERSION:\(version)", "END:VCARD",
            ]
            let entries = Self.read(Array(late.joined(separator: "\n").utf8))
            #expect(entries.map { $0.map(\.name) } == [.success(name)])
        }
    }

    @Test(arguments: [
        ("FN:a\\:b", "a:b", "a:b"), ("FN:a\\, b\\; c", "a, b; c", "a, b; c"),
        ("FN:a\\\\b", "a\\b", "a\\b"), ("FN:a\\nb", "a\\nb", "a b"), ("FN:a\\Nb", "a\\Nb", "a b"),
        ("FN:C:\\q", "C:\\q", nil), ("FN:a\\", "a\\", nil), ("FN:\\'a\\\"", "\\'a\\\"", "'a\""),
        ("FN:a,b;c", "a,b;c", "a,b;c"),
    ])
    func `a backslash means what the version says`(
        _ line: String,
        _ old: String,
        _ new: String?
    ) {
        #expect(Self.name("2.1", line) == .success(old))
        for version in ["3.0", "4.0"] {
            #expect(Self.name(version, line) == new.map { .success($0) } ?? .failure(.wrongEscape))
        }
    }

    @Test func `a soft break at the end of a card ends the card`() {
        let line = "FN;ENCODING=QUOTED-PRINTABLE:Ann="
        let entries = Self.read(
            Self.card("2.1", [Self.key, line]) + Self.card("3.0", ["FN:B", Self.key])
        )
        #expect(entries.map { $0.map(\.name) } == [.success("Ann"), .success("B")])
    }

    // MARK: - Whole cards

    @Test func `a picture of 2 1 in base64 without white space is passed over`() {
        let lines = (0..<50).map { _ in "AAAA/BBBB+CCCC" }
        for picture in ["PHOTO;TYPE=JPEG;ENCODING=BASE64:", "PHOTO;JPEG;BASE64:AAAA"] {
            let name = Self.name(
                "2.1",
                "FN:Ann",
                ([picture] + lines + ["A===", ""]).joined(separator: "\r\n")
            )
            #expect(name == .success("Ann"))
        }
    }

    @Test func `an agent of 2 1 is a card of its own, in the card that it is an agent of`() {
        let other = SenderIdentity.random()
        let agent = String(
            decoding: Self.card("2.1", ["N:B;Bob", "KEY:\(other.text)"]),
            as: UTF8.self
        )
        let entries = Self.read(Self.card("2.1", ["AGENT:\r\n\(agent)FN:Ann", Self.key]))
        #expect(entries.map { $0.map(\.name) } == [.success("Bob B"), .success("Ann")])
        #expect(entries.map { try? $0.get().identity } == [other, Self.identity])
        let deep = String(repeating: "BEGIN:VCARD\nVERSION:2.1\nAGENT:\n", count: 1000)
        #expect(Self.read(Array(deep.utf8)).count == 1000)
    }

    @Test(arguments: [(8, 8), (9, 1)])
    func `cards stand 8 deep in each other at most`(_ depth: Int, _ count: Int) {
        let begin = "BEGIN:VCARD\nVERSION:2.1\nFN:Ann\n\(Self.key)\n"
        let text =
            String(repeating: begin + "AGENT:\n", count: depth - 1) + begin
            + String(repeating: "END:VCARD\n", count: depth)
        let names = Self.read(Array(text.utf8)).compactMap { try? $0.get().name }
        #expect(names.count == count)
    }

    @Test(arguments: [
        // Google's export.
        """
        BEGIN:VCARD
        VERSION:3.0
        FN:Ann Lee
        N:Lee;Ann;;;
        EMAIL;TYPE=INTERNET;TYPE=HOME:ann@example.com
        item1.URL:http\\://www.google.com/profiles/1
        item1.X-ABLabel:PROFILE
        KEY:ESCAPED
        CATEGORIES:myContacts
        END:VCARD
        """,
        // iCloud's.
        """
        BEGIN:VCARD
        VERSION:3.0
        PRODID:-//Apple Inc.//iOS 18.0//EN
        N:Lee;Ann;;;
        FN:Ann Lee
        ORG:Acme;
        item1.KEY;type=pref:ESCAPED
        item1.X-ABLabel:_$!<Other>!$_
        PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAASABIAAD
          /4QBYRXhpZgAATU0AKgAAAAgAAgESAAMAAAABAAEAAIdpAAQAAAAB
        REV:2026-01-01T00:00:00Z
        UID:1
        END:VCARD
        """,
        // Nextcloud's, of a card of 4.0.
        """
        BEGIN:VCARD
        VERSION:3.0
        PRODID:-//Sabre//Sabre VObject 4.5.6//EN
        UID:1
        FN:Ann Lee
        KEY;VALUE=URI:TEXT
        END:VCARD
        """,
        // Outlook's.
        """
        BEGIN:VCARD
        VERSION:2.1
        N;LANGUAGE=en-us:Lee;Ann
        FN:Ann Lee
        TEL;WORK;VOICE:+1
        ADR;WORK;PREF;ENCODING=QUOTED-PRINTABLE:;;Street 1=0D=0A=
        Floor 2;Town
        LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:Street 1=0D=0A=
        Floor 2
        KEY:TEXT
        X-MS-OL-DEFAULT-POSTAL-ADDRESS:2
        PHOTO;TYPE=JPEG;ENCODING=BASE64:
         /9j/4AAQSkZJRgABAQEAYABgAAD

        REV:20260101T000000Z
        END:VCARD
        """,
        // Android's.
        """
        BEGIN:VCARD
        VERSION:2.1
        N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4C=65=65;=41=6E=6E;;;
        FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=41=6E=6E=20=
        =4C=65=65
        TEL;CELL:1
        KEY;ENCODING=QUOTED-PRINTABLE:TEXT
        END:VCARD
        """,
    ])
    func `cards of address books are read`(_ card: String) {
        let text = card.replacing("ESCAPED", with: Self.text.replacing(":", with: "\\:"))
            .replacing("TEXT", with: Self.text)
        for end in ["\n", "\r\n"] {
            let entries = Self.read(Array(text.replacing("\n", with: end).utf8))
            let expected = ContactEntry(name: "Ann Lee", identity: Self.identity)
            #expect(entries == [.success(expected)])
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `whatever is in other cards, nothing stops the program, and the next card is read`(
        _ seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let words = [
            "FN", "N", "KEY", "ORG", "AGENT", "VERSION", "ENCODING=", "QUOTED-PRINTABLE", "BASE64",
            "b", "CHARSET=", "utf-8", "shift_jis", "iso-2022-jp", "big5", "gbk", ":", ";", ",", "=",
            "=\n", "\n ", "\n", "\\", "\"", "%", "data:", ";base64,", "2.1", "3.0", "=93", "=1B$B",
            "item1.", Self.text, "sealedpush-", "A", "\u{FC}", "\t",
        ]
        for _ in 0..<100 {
            let count = Int.random(in: 0..<40, using: &random)
            var bytes = Array("BEGIN:VCARD\n".utf8)
            for _ in 0..<count {
                bytes += words.randomElement(using: &random).map { Array($0.utf8) } ?? []
            }
            if Bool.random(using: &random) {
                bytes.append(UInt8.random(in: 0...255, using: &random))
            }
            let good = Self.card("3.0", ["FN:Good", Self.key])
            let entries = Self.read(bytes + Array("\n\n\n".utf8) + good)
            let expected = ContactEntry(name: "Good", identity: Self.identity)
            #expect(entries.contains(.success(expected)), "seed \(seed)")
        }
    }
}
