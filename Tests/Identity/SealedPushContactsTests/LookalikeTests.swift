// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushContacts

/// Names that look like each other.
struct LookalikeTests {
    let contacts: TestContacts
    let book: ContactBook
    let ann = SenderIdentity.random()
    let bob = SenderIdentity.random()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
    }

    @Test(
        .rules("D-24"),
        arguments: [
            ("Ann", "ann"), ("Ann", "ANN"), ("Ann", " Ann\u{200B} "), ("Ann", "Ann."),
            ("Ann", "A n n"),
            ("Ann", "\u{410}nn"), ("Ann", "Ａｎｎ"), ("Ann", "𝐀𝐧𝐧"), ("Ilya", "llya"), ("Bob", "B0b"),
            ("Scope", "\u{405}\u{441}\u{43E}\u{440}\u{435}"), ("Helen", "\u{397}\u{435}len"),
            ("Martin", "Martin\u{202E}"), ("Arne", "Ame"), ("Ωmega", "ωmega"), ("X", "\u{425}"),
            ("Ann", "A\u{FE0F}nn"), ("Ann", "Ann\u{1D159}"), ("Ann", "Ann\u{FFFC}"),
            ("Ann", "Ann\u{5BF}"),
            ("Ann", "Ann\u{378}"), ("ΣΟΦΟΣ", "σοφος"), ("Strasse", "STRAßE"), ("c", "\u{3F2}"),
            ("l", "\u{1C0}"), ("!!!", "！！！"), ("O'Brien", "O’Brien"), ("O'Brien", "OʼBrien"),
            ("Ann", "(Ann)"), ("Ann", "Ann ✅"), ("Ann", "ᴀɴɴ"), ("Ann", "An\u{334}n\u{338}"),
            ("ВАСЯ", "вася"), ("БОГДАН", "Богдан"), ("Modern", "rnoԁеrп"), ("Zoë", "Zoe\u{7F3}"),
            ("Łukasz", "Lukasz"), ("Ann", "Ann™"), ("Shop", "Shop℠"),
            ("Ann", "\u{1D15F}Ann\u{1D160}"),
            ("Ann", "Ann©"), ("Ann", "Ann🇩🇪"), ("Ann", "¡Ann!"), ("Ann", "A•n_n"), ("Ann", "《Ann》"),
            // By characters, whatever mark is behind them, and of prototypes of several characters.
            ("w\u{93E}", "vv\u{93E}"), ("dʑ", "ʥ"), ("ъl", "Ꙑ"), ("丨丨", "\u{D7C4}"),
            ("Ann", "Ann\u{E000}\u{2800}"), ("葛城", "葛\u{E0100}城"), ("Ann", "A\u{34F}n\u{70F}n"),
        ]
    )
    func `names that look alike have one skeleton`(_ first: String, _ second: String) {
        #expect(NameSkeleton(of: first) == NameSkeleton(of: second))
    }

    @Test(arguments: [
        ("Ann", "Anna"), ("Ann", "Bob"), ("Ánn", "Ann"), ("李", "王"), ("Мама", "Папа"), ("❤️", "💔"),
        ("", "Ann"), ("…", "!"), ("カナ", "ガナ"), ("は", "ば"), ("François", "Francois"),
        ("Андрей", "Андреи"),
    ])
    func `names that a reader tells apart have two`(_ first: String, _ second: String) {
        #expect(NameSkeleton(of: first) != NameSkeleton(of: second))
    }

    /// Each pair is an entry of Unicode's table, as `.ci/confusables` took it over.
    private static func pairs() throws -> [(Unicode.Scalar, String)] {
        let file = try Repository.read("Python/tools/confusables.txt")
        return String(decoding: file, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .compactMap { line in
                let row = line.split(separator: " ")
                    .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
                return row.first.map {
                    ($0, String(String.UnicodeScalarView(row.dropFirst())))
                }
            }
            // An older Unicode version does not know all of them.
            .filter { $0.0.properties.generalCategory != .unassigned }
    }

    @Test(.rules("D-24"))
    func `each character that Unicode takes for Latin letters or digits has their skeleton`()
        throws
    {
        let latin = try Self.pairs().filter { $0.1.utf8.allSatisfy { $0 < 0x80 } }
            .filter { $0.1.allSatisfy { $0.isLetter || $0.isNumber } }
        #expect(latin.count > 1_450)
        for (source, target) in latin
        where NameSkeleton(of: String(Character(source))) != NameSkeleton(of: target) {
            Issue.record("U+\(String(source.value, radix: 16)) is not \(target)")
        }
    }

    /// Characters whose prototype has another skeleton: it has another accent, or another prototype
    /// goes before it (D-24, step 2).
    private static let apart = """
        C7 E7 11A 11B 146 150 163 1A0 1A1 1C4 1C5 1C6 1CD 1CE 1CF 1D0 1D1 1D2 1D3 1D4 1E6 1E7 \
        1F5 21A 21B 226 227 3A3 3B2 3B5 3D0 3F5 411 413 419 41F 438 43F 45D 48A 48B 490 492 4BE \
        4BF 6FF 1010 10D7 13B1 1473 1480 1481 1D9F 1E43 1E9A 1F7D 20AB 2361 2A30 2C84 2C9D 2CDD \
        A7B5 AB74 114C5 118CE 1D6BA 1D6C3 1D6C6 1D6DC 1D6F4 1D6FD 1D700 1D716 1D72E 1D737 1D73A \
        1D750 1D768 1D771 1D774 1D78A 1D7A2 1D7AB 1D7AE 1D7C4
        """.split(separator: " ").compactMap { UInt32($0, radix: 16) }

    @Test(.rules("D-24"))
    func `of all pairs of the table that is taken over only accents and cases differ`() throws {
        let pairs = try Self.pairs()
        #expect(pairs.count > 3_800)
        let apart = pairs.filter { source, target in
            NameSkeleton(of: "a" + String(Character(source))) != NameSkeleton(of: "a" + target)
        }
        #expect(apart.map(\.0.value) == Self.apart)
    }

    @Test(.rules("D-24")) func `a sign between the letters makes no other name`() {
        let ann = NameSkeleton(of: "Ann")
        var signs = 0
        for value in UInt32(0x20)...0x1_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            switch scalar.properties.generalCategory {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation: break
            case .initialPunctuation, .finalPunctuation, .otherPunctuation, .currencySymbol: break
            case .mathSymbol, .modifierSymbol: break
            // Of the thousands of pictures some are enough.
            case .otherSymbol where value % 17 == 0: break
            default: continue
            }
            guard Confusables.prototype(of: scalar) == nil,
                !scalar.properties.isDefaultIgnorableCodePoint
            else { continue }
            let text = String(Character(scalar))
            // Some are made of letters, of what looks like one, or of marks beside it.
            let plain = text.decomposedStringWithCompatibilityMapping.unicodeScalars
            let isPlain = plain.allSatisfy { part in
                !part.properties.isAlphabetic && part.properties.numericType == nil
                    && part.properties.generalCategory != .spacingMark
                    && Confusables.prototype(of: part) == nil
            }
            guard isPlain else { continue }
            signs += 1
            guard NameSkeleton(of: "A\(text)nn") != ann else { continue }
            Issue.record("U+\(String(value, radix: 16))")
        }
        #expect(signs > 1_500)
    }

    @Test func `a skeleton is its own skeleton`() throws {
        for (source, _) in try Self.pairs() {
            let skeleton = NameSkeleton(of: "a" + String(Character(source)))
            let text = String(decoding: skeleton.bytes, as: UTF8.self)
            #expect(NameSkeleton(of: text) == skeleton)
        }
    }

    @Test(.rules("D-24"))
    func `a name is another contact's from the moment that it is added`() throws {
        #expect(try !book.isName("ANN", ofOtherThan: bob.bytes))
        try book.add(name: "Ann", identity: ann)
        #expect(try book.isName("ANN", ofOtherThan: bob.bytes))
        #expect(try !book.isName("ANN", ofOtherThan: ann.bytes))
        try book.add(name: "Cleo", identity: bob, code: "c")
        #expect(try book.isName("Cleo", ofOtherThan: ann.bytes))
        try book.add(name: "Anna", identity: ann)
        #expect(try book.isName("anna", ofOtherThan: bob.bytes))
    }

    @Test(
        .rules("D-24"),
        arguments: [
            "Ann", "Check: Ann", "check - ann", "\u{421}heck\u{FF1A} Ann", "Check: Check: Ann",
            "Ann?",
            "Check:",
        ]
    )
    func `a name inside a label of the device counts as the name`(_ title: String) throws {
        try book.add(name: "Ann", identity: ann)
        let labels = [
            (before: "Check: ", after: ""), (before: "", after: " (?)"), (before: "", after: ""),
        ]
        let isAnn = try book.isName(title, ofOtherThan: bob.bytes, labelled: labels)
        #expect(isAnn == (title != "Check:"))
        #expect(try !book.isName(title, ofOtherThan: ann.bytes, labelled: labels))
    }

    @Test(
        .rules("D-24"),
        arguments: [
            ("Unknown (", ")"), ("不明（", "）"), ("« Inconnu : ", " »"), ("(", ") is unknown"),
            // Its last letter and the mark that begins the name would be one on the screen.
            ("क", "!"),
        ]
    )
    func `the signs of a label hide no name inside it`(_ before: String, _ after: String) throws {
        for name in ["\u{93E}nn", "Ann"] {
            try book.add(name: name, identity: ann)
            let labels = [(before: "(", after: ")"), (before: before, after: after)]
            let title = before + name + after
            #expect(try book.isName(title, ofOtherThan: bob.bytes, labelled: labels))
            #expect(try !book.isName(before + after, ofOtherThan: bob.bytes, labelled: labels))
        }
    }

    @Test(.rules("D-24"))
    func `a successor may have the names of those whom it succeeded, at once or not`() throws {
        let keys = [SenderKeys(), SenderKeys(), SenderKeys()]
        try book.add(name: "Acme", identity: keys[0].identity)
        for (old, new) in zip(keys, keys.dropFirst()) {
            try book.apply(.from(old, to: new))
            try book.take(new.identity)
        }
        let last = keys[2].identity.bytes
        #expect(try !book.isName("ACME", ofOtherThan: last))
        #expect(try book.isName("ACME", ofOtherThan: keys[0].identity.bytes))
        #expect(try book.isName("ACME", ofOtherThan: keys[1].identity.bytes))
        #expect(try book.isName("ACME", ofOtherThan: bob.bytes))
        let id = ContactRecordID.identity(keys[1].identity.bytes).bytes
        try book.store.replace(.contacts, id: id, contents: [9].span)
        #expect(try book.isName("ACME", ofOtherThan: last))
        #expect(try book.isName("ACME", ofOtherThan: bob.bytes))
    }

    @Test func `imports and successions keep the index`() throws {
        let keys = [SenderKeys(), SenderKeys()]
        let entries = [
            ContactEntry(name: "Ann", identity: keys[0].identity),
            ContactEntry(name: "Cleo", identity: keys[0].identity, code: "c"),
            ContactEntry(name: "ANN", identity: bob),
        ]
        #expect(try book.add(entries).allSatisfy { $0 == .success(.added) })
        for name in ["Ann", "Cleo"] { #expect(try book.isName(name, ofOtherThan: ann.bytes)) }
        #expect(try book.isName("Ann", ofOtherThan: keys[0].identity.bytes))
        try book.apply(.from(keys[0], to: keys[1]))
        try book.take(keys[1].identity)
        #expect(try book.isName("Cleo", ofOtherThan: keys[0].identity.bytes))
    }

    @Test func `a removed contact's name is free`() throws {
        try book.add(name: "Ann", identity: ann)
        try book.add(name: "Cleo", identity: ann, code: "c")
        try book.remove(identity: ann)
        for name in ["Ann", "Cleo"] { #expect(try !book.isName(name, ofOtherThan: bob.bytes)) }
        #expect(try book.list().failures.isEmpty)
    }

    @Test func `more identities than a record names make the name everybody's`() throws {
        for _ in 0...LookalikeRecord.limit { try book.add(name: "Ann", identity: .random()) }
        try book.add(name: "Bob", identity: bob)
        #expect(try book.isName("Ann", ofOtherThan: bob.bytes))
        #expect(try !book.isName("Bob", ofOtherThan: bob.bytes))
    }

    @Test func `maintenance makes the index from the names alone`() throws {
        try book.add(name: "Ann", identity: ann)
        try book.add(name: "Anna", identity: ann)
        #expect(try book.isName("Ann", ofOtherThan: bob.bytes))
        #expect(try book.rebuildLookalikes() == 1)
        #expect(try !book.isName("Ann", ofOtherThan: bob.bytes))
        #expect(try book.isName("Anna", ofOtherThan: bob.bytes))
        let id = NameSkeleton(of: "Anna").digest
        try book.store.replace(.names, id: id, contents: [1].span)
        #expect(try book.isName("Anna", ofOtherThan: ann.bytes))
        try book.add(name: "Anna", identity: bob)
        #expect(try book.isName("Anna", ofOtherThan: ann.bytes))
        #expect(try book.rebuildLookalikes() == 1)
        #expect(try book.rebuildLookalikes() == 0)
    }

    @Test func `an import renames no contact and adds no further name unless it is asked to`()
        throws
    {
        try book.add(name: "Ann", identity: ann)
        let entries = [
            ContactEntry(name: "Bank", identity: ann),
            ContactEntry(name: "Bank", identity: ann, code: "b"),
        ]
        #expect(try book.add(entries) == [.failure(.wouldRename), .failure(.wouldRename)])
        #expect(try book.name(of: ann.bytes) == "Ann")
        #expect(try book.name(of: ann.bytes, code: "b") == nil)
        let outcomes = try book.add(entries, renames: true)
        #expect(outcomes == [.success(.renamed), .success(.added)])
    }

    @Test func `an import gives no name of its own to a contact that only its codes name`() throws {
        try book.add(name: "Eve", identity: ann, code: "eve-1")
        let entry = ContactEntry(name: "Bank", identity: ann)
        #expect(try book.add([entry]) == [.failure(.wouldRename)])
        #expect(try book.name(of: ann.bytes) == nil)
    }

    @Test func `an identity that begins like an imported one is no contact`() {
        var added = AddedIdentities()
        added.insert(ann.bytes)
        #expect(added.contains(ann.bytes))
        #expect(!added.contains(ann.bytes.prefix(16) + bob.bytes.suffix(16)))
        #expect(!added.contains(bob.bytes.prefix(16) + ann.bytes.suffix(16)))
    }
}
