// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore
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

    @Test(arguments: [
        ("Ann", "ann"), ("Ann", "ANN"), ("Ann", " Ann\u{200B} "), ("Ann", "Ann."), ("Ann", "A n n"),
        ("Ann", "\u{410}nn"), ("Ann", "Ａｎｎ"), ("Ann", "𝐀𝐧𝐧"), ("Ilya", "llya"), ("Bob", "B0b"),
        ("Scope", "\u{405}\u{441}\u{43E}\u{440}\u{435}"), ("Helen", "\u{397}\u{435}len"),
        ("Martin", "Martin\u{202E}"), ("Arne", "Ame"), ("Ωmega", "ωmega"), ("X", "\u{425}"),
        ("Ann", "A\u{FE0F}nn"), ("Ann", "Ann\u{1D159}"), ("Ann", "Ann\u{FFFC}"),
        ("Ann", "Ann\u{5BF}"),
        ("Ann", "Ann\u{378}"), ("ΣΟΦΟΣ", "σοφος"), ("Strasse", "STRAßE"), ("c", "\u{3F2}"),
        ("l", "\u{1C0}"), ("!!!", "！！！"),
    ])
    func `names that look alike have one skeleton`(_ first: String, _ second: String) {
        #expect(NameSkeleton(of: first) == NameSkeleton(of: second))
    }

    @Test(arguments: [
        ("Ann", "Anna"), ("Ann", "Bob"), ("Ánn", "Ann"), ("李", "王"), ("Мама", "Папа"), ("❤️", "💔"),
        ("", "Ann"), ("…", "!"),
    ])
    func `names that a reader tells apart have two`(_ first: String, _ second: String) {
        #expect(NameSkeleton(of: first) != NameSkeleton(of: second))
    }

    @Test func `a name is another contact's from the moment that it is added`() throws {
        #expect(try !book.isName("ANN", ofOtherThan: bob.bytes))
        try book.add(name: "Ann", identity: ann)
        #expect(try book.isName("ANN", ofOtherThan: bob.bytes))
        #expect(try !book.isName("ANN", ofOtherThan: ann.bytes))
        try book.add(name: "Cleo", identity: bob, code: "c")
        #expect(try book.isName("Cleo", ofOtherThan: ann.bytes))
        try book.add(name: "Anna", identity: ann)
        #expect(try book.isName("anna", ofOtherThan: bob.bytes))
    }

    @Test(arguments: [
        "Ann", "Check: Ann", "check - ann", "\u{421}heck\u{FF1A} Ann", "Check: Check: Ann", "Ann?",
        "Check:",
    ])
    func `a name inside a label of the device counts as the name`(_ title: String) throws {
        try book.add(name: "Ann", identity: ann)
        let labels = [
            (before: "Check: ", after: ""), (before: "", after: " (?)"), (before: "", after: ""),
        ]
        let isAnn = try book.isName(title, ofOtherThan: bob.bytes, labelled: labels)
        #expect(isAnn == (title != "Check:"))
        #expect(try !book.isName(title, ofOtherThan: ann.bytes, labelled: labels))
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
