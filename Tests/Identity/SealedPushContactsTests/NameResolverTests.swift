// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushStore
import TestSupport
import Testing

struct NameResolverTests {
    let contacts: TestContacts
    let resolver: NameResolver
    let bank = SenderIdentity.random()
    let nameless = SenderIdentity.random()
    let stranger = SenderIdentity.random()

    init() throws {
        contacts = try TestContacts()
        resolver = NameResolver(contacts: contacts.book)
        try contacts.book.add(name: "Bank", identity: bank)
        try contacts.book.add(name: "Cards", identity: bank, code: "cards")
        try contacts.book.add(name: "Work", identity: nameless, code: "work")
    }

    enum Who: CaseIterable {
        case bank
        case nameless
        case stranger
    }

    private func bytes(of who: Who) -> [UInt8] {
        switch who {
        case .bank: bank.bytes
        case .nameless: nameless.bytes
        case .stranger: stranger.bytes
        }
    }

    static let table: [(Who, String?, String?, ResolvedSender)] = [
        (
            .bank, "cards", "Me",
            ResolvedSender(name: "Cards", source: .contactCode, identityName: "Bank")
        ),
        (
            .bank, "cards", nil,
            ResolvedSender(name: "Cards", source: .contactCode, identityName: "Bank")
        ),
        (.bank, "loans", "Me", ResolvedSender(name: "Bank", source: .contact)),
        (.bank, "work", "Me", ResolvedSender(name: "Bank", source: .contact)),
        (.bank, "", "Me", ResolvedSender(name: "Bank", source: .contact)),
        (.bank, "a\nb", "Me", ResolvedSender(name: "Bank", source: .contact)),
        (.bank, nil, "Me", ResolvedSender(name: "Bank", source: .contact)),
        (.nameless, "work", "Me", ResolvedSender(name: "Work", source: .contactCode)),
        (.nameless, "cards", "Me", ResolvedSender(name: "Me", source: .selfDeclared)),
        (.nameless, "cards", "", ResolvedSender(name: "Unknown sender", source: .label)),
        (.nameless, nil, nil, ResolvedSender(name: "Unknown sender", source: .label)),
        (.stranger, "cards", "Me", ResolvedSender(name: "Me", source: .selfDeclared)),
        (.stranger, nil, "Bank", ResolvedSender(name: "Bank", source: .selfDeclared)),
        (.stranger, "cards", nil, ResolvedSender(name: "Unknown sender", source: .label)),
        (.stranger, nil, "", ResolvedSender(name: "Unknown sender", source: .label)),
    ]

    @Test(.rules("D-16 D-19 C-18"), arguments: table)
    func `the first rule that knows a name gives it`(
        _ who: Who,
        _ code: String?,
        _ selfDeclared: String?,
        _ expected: ResolvedSender
    ) throws {
        let sender = bytes(of: who)
        let resolved = try resolver.resolve(sender: sender, code: code, selfDeclared: selfDeclared)
        #expect(resolved == expected)
    }

    @Test(arguments: Who.allCases, [nil, "cards", "work", "loans"])
    func `two reads at most find a contact's name, three tell a stranger`(
        _ who: Who,
        _ code: String?
    ) throws {
        let reads = contacts.reads
        _ = try resolver.resolve(sender: bytes(of: who), code: code, selfDeclared: nil)
        #expect(contacts.reads - reads <= (who == .stranger ? 3 : 2))
    }

    @Test func `the label may be in another language`() throws {
        let resolver = NameResolver(contacts: contacts.book, label: "Unbekannt")
        #expect(resolver.label == "Unbekannt")
        let resolved = try resolver.resolve(sender: stranger.bytes, code: nil, selfDeclared: nil)
        #expect(resolved == ResolvedSender(name: "Unbekannt", source: .label))
    }

    @Test(arguments: [0, 31, 33, 70_000])
    func `bytes that are no identity are a stranger`(_ count: Int) throws {
        let sender = [UInt8](repeating: 0xFF, count: count)
        let code = String(repeating: "c", count: 70_000)
        let resolved = try resolver.resolve(sender: sender, code: code, selfDeclared: nil)
        #expect(resolved == ResolvedSender(name: "Unknown sender", source: .label))
    }

    @Test(.rules("D-16 D-19")) func `a name without status is not used`() throws {
        let id = [2] + stranger.bytes + Array("vip".utf8)
        try contacts.store.replace(.contacts, id: id, contents: [1, 0x56].span)
        let resolved = try resolver.resolve(sender: stranger.bytes, code: "vip", selfDeclared: nil)
        #expect(resolved.source == .label)
    }

    @Test(.rules("T-1")) func `a damaged contact is an error, not a stranger`() throws {
        try contacts.damageFiles { try contacts.book.add(name: "Ann", identity: stranger) }
        #expect(throws: ContactError.store(.corrupted)) {
            try resolver.resolve(sender: stranger.bytes, code: nil, selfDeclared: "Me")
        }
    }
}
