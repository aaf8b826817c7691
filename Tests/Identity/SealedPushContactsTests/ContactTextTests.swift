// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import TestSupport
import Testing

struct ContactTextTests {
    let contacts: TestContacts
    let identity = SenderIdentity.random()

    init() throws {
        contacts = try TestContacts()
    }

    @Test(arguments: [
        "A", "Zoë", "李小龙", "أمل", "👩‍👩‍👧", "O'Brien-Łukasz, Jr.", " Ann ",
        "\u{5D3}\u{5DF} (Dan)\u{200F}", "\u{200E}Ann", "\u{627}\u{61C}1",
        "\u{645}\u{6CC}\u{200C}\u{62E}",
        String(repeating: "n", count: 128),
    ])
    func `a name is kept as it was typed`(_ name: String) throws {
        try contacts.book.add(name: name, identity: identity)
        try contacts.book.add(name: name, identity: identity, code: "code")
        let names = try [nil, "code"].map { try contacts.book.name(of: identity.bytes, code: $0) }
        #expect(names.map { $0.map { Array($0.utf8) } } == [Array(name.utf8), Array(name.utf8)])
    }

    @Test(
        .rules("D-17"),
        arguments: [
            ("", ContactError.nameEmpty), (" \u{3000}", .nameEmpty),
            ("\u{200B}\u{200D}", .nameEmpty),
            ("\u{E000}\u{FFFF}", .nameEmpty), ("\u{2800}\u{2800}", .nameEmpty),
            ("\u{FFFC}", .nameEmpty), ("\u{70F} \u{600}", .nameEmpty), ("\u{301}", .nameEmpty),
            ("\u{10FFFE}\u{E0067}\u{FE0F}", .nameEmpty),
            (String(repeating: "n", count: 129), .nameTooLong),
            (String(repeating: "é", count: 65), .nameTooLong),
            (String(repeating: "\u{200B}", count: 43), .nameTooLong), ("\u{2028}", .nameRefused),
            ("Ann\n", .nameRefused), ("A\u{0}nn", .nameRefused), ("Ann\u{7F}", .nameRefused),
            ("Ann\u{85}", .nameRefused), ("Ann\u{2028}Bob", .nameRefused),
            ("\u{202E}nnA", .nameRefused), ("\u{2066}Ann", .nameRefused),
        ]
    )
    func `refuses the name`(_ name: String, as expected: ContactError) throws {
        #expect(throws: expected) { try contacts.book.add(name: name, identity: identity) }
        #expect(throws: expected) {
            try contacts.book.add(name: name, identity: identity, code: "code")
        }
        #expect(try contacts.book.list().contacts == [])
    }

    @Test(arguments: [
        ("", ContactError.codeEmpty), (String(repeating: "c", count: 65), .codeTooLong),
        ("a\tb", .codeRefused), ("a\u{2029}", .codeRefused), ("\u{202D}a", .codeRefused),
    ])
    func `refuses the code, which then has no name`(
        _ code: String,
        as expected: ContactError
    ) throws {
        #expect(throws: expected) {
            try contacts.book.add(name: "Ann", identity: identity, code: code)
        }
        #expect(try contacts.book.list().contacts == [])
        #expect(try contacts.book.name(of: identity.bytes, code: code) == nil)
    }

    @Test func `the files of all contacts have one size`() throws {
        let longest = String(repeating: "c", count: Contact.maximumCodeCount)
        let name = String(repeating: "n", count: Contact.maximumNameCount)
        try contacts.book.add(name: name, identity: identity)
        try contacts.book.add(name: name, identity: identity, code: longest)
        try contacts.book.add(name: "n", identity: identity, code: "c")
        let sizes = try contacts.files(in: "contacts").map { try contacts.bytes(of: $0).count }
        #expect(sizes == Array(repeating: 256 + 40, count: 5))
    }
}
