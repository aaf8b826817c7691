// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

struct ContactImportTests {
    let contacts: TestContacts
    let book: ContactBook
    let ann = SenderIdentity.random()
    let bob = SenderIdentity.random()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
    }

    private func added(
        _ entries: [ContactEntry],
        keepsTrust: Bool = false
    ) throws -> [Result<AddOutcome, ContactError>] {
        try book.add(entries, keepsTrust: keepsTrust, renames: true)
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func `adding together comes to the same as adding one by one`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let identities = (0..<6).map { _ in SenderIdentity.random() }
        let codes = [nil, nil, "a", "b", "c", "d", "", "e\n"]
        let single = try TestContacts()
        for _ in 0..<6 {
            let entries = (0..<20).map { _ in
                ContactEntry(
                    name: ["A", "B", "C", "", nil][Int.random(in: 0..<5, using: &random)],
                    identity: identities[Int.random(in: 0..<6, using: &random)],
                    code: codes[Int.random(in: 0..<8, using: &random)]
                )
            }
            let expected = entries.map { entry in
                Result { () throws(ContactError) in
                    try single.book.add([entry], renames: true)[0].get()
                }
            }
            #expect(try added(entries) == expected, "seed \(seed)")
            #expect(try book.list() == single.book.list(), "seed \(seed)")
        }
    }

    @Test func `one entry together comes to the same as adding it`() throws {
        let single = try TestContacts()
        let entries: [(String, SenderIdentity, String?)] = [
            ("Ann", ann, nil), ("Cards", ann, "cards"), ("Bob", bob, "cards"), ("Ann", ann, nil),
            ("Anna", ann, nil), ("My cards", ann, "cards"), ("Bob", bob, "b"), ("", bob, nil),
        ]
        for (name, identity, code) in entries {
            let expected = Result { () throws(ContactError) in
                try single.book.add(name: name, identity: identity, code: code)
            }
            let entry = ContactEntry(name: name, identity: identity, code: code)
            #expect(try added([entry]) == [expected])
        }
        #expect(try book.list() == single.book.list())
    }

    @Test(.rules("D-1 D-2"), arguments: ContactStatus.Trust.allCases, [false, true])
    func `a file blocks and warns, but verifies only where it is trusted`(
        _ trust: ContactStatus.Trust,
        _ keepsTrust: Bool
    ) throws {
        for code in [nil, "code"] {
            let identity = SenderIdentity.random()
            let entry = ContactEntry(
                name: "Ann",
                identity: identity,
                code: code,
                trust: trust,
                preview: .hidden
            )
            #expect(try added([entry], keepsTrust: keepsTrust) == [.success(.added)])
            let expected: ContactStatus.Trust =
                trust == .verified && !keepsTrust ? .unverified : trust
            #expect(
                try book.status(of: identity.bytes)
                    == ContactStatus(trust: expected, preview: .hidden)
            )
        }
    }

    @Test(arguments: ContactStatus.Trust.allCases)
    func `a contact that is there keeps its status`(_ trust: ContactStatus.Trust) throws {
        try book.add(name: "Ann", identity: ann)
        try book.setStatus(ContactStatus(trust: trust), of: ann)
        let entries = ContactStatus.Trust.allCases.map {
            ContactEntry(name: "Ann", identity: ann, trust: $0, preview: .hidden)
        }
        #expect(
            try added(entries, keepsTrust: true)
                == Array(repeating: .success(.unchanged), count: 4)
        )
        #expect(try book.status(of: ann.bytes) == ContactStatus(trust: trust))
    }

    @Test(.rules("D-1 D-2"))
    func `another identity for a known code is refused, marks the known one, and stops no other`()
        throws
    {
        try book.add(name: "Ann", identity: ann, code: "7")
        try book.setStatus(ContactStatus(trust: .verified), of: ann)
        let carol = SenderIdentity.random()
        let results = try added([
            ContactEntry(name: "Carol", identity: carol, code: "8"),
            ContactEntry(name: "Bob", identity: bob, code: "7"),
            ContactEntry(name: "Dora", identity: .random()),
            // Also one that is new itself.
            ContactEntry(name: "Bob", identity: bob, code: "8"),
        ])
        #expect(
            results == [
                .success(.added), .failure(.identityChanged), .success(.added),
                .failure(.identityChanged),
            ]
        )
        #expect(try book.status(of: ann.bytes)?.trust == .changed)
        #expect(try book.status(of: carol.bytes)?.trust == .changed)
        #expect(try book.identity(ofCode: "7") == ann)
        #expect(try book.status(of: bob.bytes) == nil)
    }

    @Test func `a revoked identity is revoked, whatever a file says`() throws {
        let keys = SenderKeys()
        try book.apply(.of(keys))
        let entry = ContactEntry(name: "Ann", identity: keys.identity, trust: .verified)
        _ = try added([entry], keepsTrust: true)
        #expect(try book.status(of: keys.identity.bytes)?.isRevoked == true)
    }

    @Test func `a damaged record stops no other entry, and a store that is gone stops all`() throws
    {
        try contacts.damageFiles { try book.add(name: "Ann", identity: ann) }
        let entries = [
            ContactEntry(name: "Ann", identity: ann), ContactEntry(name: "Bob", identity: bob),
        ]
        #expect(try added(entries) == [.failure(.store(.corrupted)), .success(.added)])
        let dead = try contacts.book(meeting: .death, countsReading: false)
        #expect(throws: ContactError.store(FaultyFileSystem.reason)) {
            try dead.add([ContactEntry(name: "Carol", identity: .random())], renames: true)
        }
    }

    @Test func `a record that is damaged meanwhile is told of its own entry`() throws {
        try book.add(name: "Bob", identity: bob)
        let (store, id) = (contacts.store, [1] + ann.bytes)
        let slow = try contacts.book(overtakenAt: "/contacts/") {
            _ = try? store.create(.contacts, id: id, contents: ([9] as [UInt8]).span)
        }
        let carol = SenderIdentity.random()
        let entries = [
            ContactEntry(name: "Ann", identity: ann), ContactEntry(name: "Carol", identity: carol),
            ContactEntry(name: "Robert", identity: bob),
        ]
        let results = try slow.add(entries, renames: true)
        #expect(
            results == [.failure(.store(.corrupted)), .success(.added), .success(.renamed)]
        )
        #expect(try book.name(of: bob.bytes) == "Robert")
        #expect(try book.name(of: carol.bytes) == "Carol")
    }

    @Test func `what is exported is what was there, codes that moved on once`() throws {
        let (old, new) = (SenderKeys(), SenderKeys())
        try book.add(name: "Bank", identity: old.identity)
        try book.add(name: "Cards", identity: old.identity, code: "cards")
        try book.apply(.from(old, to: new))
        try book.take(new.identity)
        try book.add(name: "Ann", identity: ann, code: "7")
        try book.setStatus(ContactStatus(trust: .changed, preview: .senderOnly), of: ann)
        let gone = SenderKeys()
        try book.add(name: "Gone", identity: gone.identity)
        try book.apply(.of(gone))
        let export = try book.export()
        #expect(export.failures == [])
        #expect(export.entries.map(\.name) == ["Ann", "Bank", "Bank", "Cards", "Gone"])
        #expect(export.entries[3].identity == new.identity)
        #expect(export.entries[0].trust == .changed)
        #expect(export.entries[0].preview == .senderOnly)
        #expect(export.entries[4].trust == .blocked)
        let other = try TestContacts()
        let results = try other.book.add(export.entries, keepsTrust: true)
        #expect(results == Array(repeating: .success(.added), count: 5))
        #expect(try other.book.export() == export)
    }

    @Test(arguments: ContactStatus.Trust.allCases, [false, true])
    func `an identity whose codes have all moved on is exported with its status`(
        _ trust: ContactStatus.Trust,
        _ isRevoked: Bool
    ) throws {
        let (old, new) = (SenderKeys(), SenderKeys())
        try book.add(name: "Cards", identity: old.identity, code: "cards")
        try book.add(name: "Loans", identity: old.identity, code: "loans")
        try book.apply(.from(old, to: new))
        try book.take(new.identity)
        let status = ContactStatus(trust: trust, preview: .hidden)
        try book.setStatus(status, of: old.identity)
        if isRevoked { try book.apply(.of(old)) }
        let left = try book.export().entries.filter { $0.identity == old.identity }
        let expected = ContactEntry(
            name: nil,
            identity: old.identity,
            trust: isRevoked ? .blocked : trust,
            preview: .hidden
        )
        #expect(left == [expected])
        let other = try TestContacts()
        _ = try other.book.add(book.export().entries, keepsTrust: true)
        #expect(try other.book.status(of: old.identity.bytes)?.trust == expected.trust)
        #expect(try Set(other.book.export().entries) == Set(book.export().entries))
    }

    @Test func `ten thousand entries are all there, and finding one reads one file`() throws {
        let entries = (0..<10_000).map {
            ContactEntry(name: "Contact \($0)", identity: .random())
        }
        #expect(try added(entries) == Array(repeating: .success(.added), count: 10_000))
        let reads = contacts.reads
        #expect(try book.name(of: entries[6170].identity.bytes) == "Contact 6170")
        #expect(contacts.reads == reads + 1)
        #expect(try contacts.files(in: "contacts").count == 10_000)
        #expect(try contacts.files(in: "tmp").isEmpty)
    }

    @Test func `an import that was stopped wherever is completed by the next, and durable then`()
        async throws
    {
        let entries = [
            ContactEntry(name: "Ann", identity: ann, trust: .blocked),
            ContactEntry(name: "Cards", identity: bob, code: "cards", trust: .changed),
        ]
        let stopped = try await SimulatedDisk.withStore().killing { store in
            _ = try ContactBook(store).add(entries)
        }
        for disk in stopped {
            for left in disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                #expect(try book.list().failures == [])
                // No contact has a name without a status, nor another status than the file says.
                let status = try book.status(of: bob.bytes)
                #expect(status == nil || status?.trust == .changed)
                #expect(try status != nil || book.name(of: bob.bytes, code: "cards") == nil)
            }
            let files = SimulatedFileSystem(disk)
            _ = try ContactBook(files.store()).add(entries, renames: true)
            for left in files.disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                #expect(Set(try book.export().entries) == Set(entries))
            }
        }
        #expect(stopped.count > 15)
    }
}
