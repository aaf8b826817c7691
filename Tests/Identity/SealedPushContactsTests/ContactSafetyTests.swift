// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// What stays of contacts when threads race, processes die and files are damaged.
struct ContactSafetyTests {
    let contacts: TestContacts
    let book: ContactBook
    let ann = SenderIdentity.random()
    let bank = SenderIdentity.random()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
    }

    @Test func `eight threads that add and decide at once lose nothing`() throws {
        try book.add(name: "Bank", identity: bank)
        let lost = try inThreads(8) { [book, bank] thread in
            var lost = 0
            for number in 0..<24 {
                let name = "\(thread)-\(number)"
                try book.add(name: name, identity: .random(), code: name)
                try book.add(name: name, identity: bank, code: "bank" + name)
                try book.add(name: "Bank \(name)", identity: bank)
                guard thread == 0 else { continue }
                for trust in [ContactStatus.Trust.verified, .blocked] {
                    try book.setStatus(ContactStatus(trust: trust), of: bank)
                    lost += try book.status(of: bank.bytes)?.trust == trust ? 0 : 1
                }
            }
            return lost
        }
        #expect(lost == Array(repeating: 0, count: 8))
        let listing = try book.list()
        #expect(listing.failures == [])
        #expect(listing.contacts.count == 2 * 8 * 24 + 1)
        #expect(try book.status(of: bank.bytes)?.trust == .blocked)
    }

    @Test func `of eight identities that want one code at once, one gets it`() throws {
        for round in 0..<20 {
            let code = "code \(round)"
            let winners = try inThreads(8) { [book] _ -> SenderIdentity? in
                let identity = SenderIdentity.random()
                do throws(ContactError) {
                    return try book.add(name: "A", identity: identity, code: code) == .added
                        ? identity : nil
                } catch .identityChanged {
                    return nil
                }
            }
            .compactMap(\.self)
            try #require(winners.count == 1)
            #expect(try book.identity(ofCode: code) == winners[0])
            #expect(try book.status(of: winners[0].bytes)?.trust == .changed)
        }
        #expect(try book.list().contacts.count == 20)
    }

    @Test func `a kill at any step of adding or removing leaves no name without status`()
        async throws
    {
        let runs = try await SimulatedDisk.withStore()
            .disturbing(by: .death, atReading: false) { files in
                let book = ContactBook(try files.store())
                _ = try? book.add(name: "Cards", identity: bank, code: "cards")
                _ = try? book.add(name: "Bank", identity: bank)
                try? book.noteSeen(bank.bytes, at: Timestamp(clamping: 1))
                _ = try? book.remove(identity: bank)
            }
        for run in runs {
            let book = ContactBook(try run.files.store())
            let status = try book.status(of: bank.bytes)
            let isNamed = try book.name(of: bank.bytes, code: "cards") != nil
            #expect(status != nil || !isNamed, "at call \(run.call)")
            #expect(try book.list().failures == [], "at call \(run.call)")
            try book.add(name: "Cards", identity: bank, code: "cards")
            #expect(throws: ContactError.identityChanged) {
                try book.add(name: "Cards", identity: ann, code: "cards")
            }
            #expect(try book.remove(identity: bank))
            #expect(try run.files.names(in: "/store/contacts") == [], "at call \(run.call)")
        }
        #expect(runs.count > 11)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `contacts are what a dictionary would be`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let identities = (0..<4).map { _ in SenderIdentity.random() }
        let codes = [nil, "a", "b", "c"]
        var names: [SenderIdentity: [String?: String]] = [:]
        for step in 0..<300 {
            let identity = identities[Int.random(in: 0..<4, using: &random)]
            let code = codes[Int.random(in: 0..<4, using: &random)]
            let isTaken = code.map { code in
                names.contains { $0.key != identity && $0.value[code] != nil }
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                try book.remove(identity: identity, code: code)
                if code == nil { names[identity] = nil } else { names[identity]?[code] = nil }
            } else if isTaken == true {
                #expect(throws: ContactError.identityChanged) {
                    try book.add(name: "taken", identity: identity, code: code)
                }
            } else {
                try book.add(name: "\(step)", identity: identity, code: code)
                names[identity, default: [:]][code] = "\(step)"
            }
            for identity in identities {
                #expect(try (book.status(of: identity.bytes) != nil) == (names[identity] != nil))
                for code in codes {
                    let name = try book.name(of: identity.bytes, code: code)
                    #expect(name == names[identity]?[code], "seed \(seed), step \(step)")
                }
            }
        }
    }

    @Test func `a damaged contact is reported and hides no other`() throws {
        try book.add(name: "Bank", identity: bank)
        try contacts.damageFiles { try book.add(name: "Ann", identity: ann) }
        let expected = ContactError.store(.corrupted)
        #expect(throws: expected) { try book.status(of: ann.bytes) }
        #expect(throws: expected) { try book.add(name: "Ann", identity: ann) }
        #expect(throws: expected) { try book.setStatus(ContactStatus(), of: ann) }
        let listing = try book.list()
        #expect(listing.contacts.map(\.name) == ["Bank"])
        #expect(listing.failures == [expected])
    }

    @Test func `a damaged contact can be removed and added again`() throws {
        try contacts.damageFiles { try book.add(name: "Ann", identity: ann, code: "ann") }
        #expect(throws: ContactError.store(.corrupted)) {
            try book.add(name: "Ann", identity: ann, code: "ann")
        }
        #expect(try book.remove(identity: ann, code: "ann"))
        #expect(try book.remove(identity: ann))
        #expect(try contacts.files(in: "contacts") == [])
        #expect(try book.add(name: "Ann", identity: ann, code: "ann") == .added)
    }

    @Test func `a record that holds something else is damaged`() throws {
        let identity = ann.bytes
        let status = ContactError.store(.corrupted)
        let damaged: [[UInt8]] = [
            [], [1], [1, 0], [2, 0, 0], [1, 3, 0], [1, 0x0F, 0], [1, 0, 3], [1, 0, 0, 0xFF],
            [1, 0, 0] + [UInt8](repeating: 0x61, count: 129),
        ]
        for contents in damaged {
            try contacts.store.replace(.contacts, id: [1] + identity, contents: contents.span)
            #expect(throws: status, "\(contents)") { try book.status(of: identity) }
            #expect(try book.list().failures == [status])
        }
        try contacts.store.replace(.contacts, id: [1] + identity, contents: [1, 1, 2, 0x61].span)
        #expect(
            try book.status(of: identity) == ContactStatus(trust: .verified, preview: .hidden)
        )
        for id in [[], [1], [2] + identity, [3], [3, 0xFF], [4, 1]] as [[UInt8]] {
            try contacts.store.replace(.contacts, id: id, contents: [1, 0x61].span)
        }
        #expect(try book.list().failures == Array(repeating: status, count: 6))
        #expect(try book.list().contacts.count == 1)
        for contents in [[], [1], [2, 0x61], [1, 0xFF]] as [[UInt8]] {
            let id = [2] + identity + [0x63]
            try contacts.store.replace(.contacts, id: id, contents: contents.span)
            #expect(throws: status) { try book.name(of: identity, code: "c") }
        }
        for contents in [[], [1], [1] + identity + [0], [2] + identity] as [[UInt8]] {
            try contacts.store.replace(.contacts, id: [3, 0x63], contents: contents.span)
            #expect(throws: status) { try book.identity(ofCode: "c") }
            #expect(throws: status) { try book.add(name: "c", identity: ann, code: "c") }
        }
    }
}
