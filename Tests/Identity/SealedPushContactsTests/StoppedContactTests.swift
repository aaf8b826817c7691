// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// One run is killed at each of its calls, another one says the same, and then the power is lost.
struct StoppedContactTests {
    @Test(arguments: [nil, "alerts"])
    func `a name that is said to be known stays, wherever another run was stopped`(
        code: String?
    ) async throws {
        let ann = SenderIdentity.random()
        let stopped = try await SimulatedDisk.withStore().killing { store in
            try ContactBook(store).add(name: "Ann", identity: ann, code: code)
        }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            try ContactBook(files.store()).add(name: "Ann", identity: ann, code: code)
            for left in files.disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                #expect(try book.name(of: ann.bytes, code: code) == "Ann")
            }
        }
        #expect(stopped.count > 5)
    }

    @Test func `a changed identity stays changed, whichever process was stopped`()
        async throws
    {
        let (ann, bob) = (SenderIdentity.random(), SenderIdentity.random())
        let files = SimulatedFileSystem(try .withStore())
        try ContactBook(files.store()).add(name: "Ann", identity: ann, code: "alerts")
        let stopped = try await files.disk.killing { store in
            do throws(ContactError) {
                try ContactBook(store).add(name: "Bob", identity: bob, code: "alerts")
            } catch .identityChanged {
                // As it should be.
            }
        }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            #expect(throws: ContactError.identityChanged) {
                try ContactBook(files.store()).add(name: "Bob", identity: bob, code: "alerts")
            }
            for left in files.disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                #expect(try book.status(of: ann.bytes)?.trust == .changed)
            }
        }
        #expect(stopped.count > 5)
    }

    @Test(.rules("D-13 D-14 D-15"))
    func `a candidate and a revocation stay, wherever another run was stopped`() async throws {
        let (old, new) = (SenderKeys(), SenderKeys())
        let files = SimulatedFileSystem(try .withStore())
        try ContactBook(files.store()).add(name: "Bank", identity: old.identity)
        let statements: [Statement] = [.succession(.from(old, to: new)), .revocation(.of(old))]
        let stopped = try await files.disk.killing { try ContactBook($0).apply(statements) }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            try ContactBook(files.store()).apply(statements)
            for left in files.disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                #expect(try book.status(of: new.identity.bytes)?.isCandidate == true)
                #expect(try book.status(of: old.identity.bytes)?.isRevoked == true)
            }
        }
        #expect(stopped.count > 5)
    }

    /// What a phone knows that takes one of two candidates.
    private struct Taking {
        let old = SenderKeys()
        let new = SenderKeys()
        let other = SenderKeys()
        let files: SimulatedFileSystem

        init() throws {
            files = SimulatedFileSystem(try .withStore())
            let book = ContactBook(try files.store())
            try book.add(name: "Bank", identity: old.identity)
            try book.add(name: "Cards", identity: old.identity, code: "cards")
            for key in [new, other] { try book.apply(.from(old, to: key)) }
        }

        func states(_ book: ContactBook) throws -> [ContactStatus?] {
            try [old, new, other].map { try book.status(of: $0.identity.bytes) }
        }
    }

    @Test(.rules("D-10"))
    func `a stopped taking leaves the candidate labelled, or a contact with all names`()
        async throws
    {
        let taking = try Taking()
        let (old, new) = (taking.old, taking.new)
        let stopped = try await taking.files.disk.killing { try ContactBook($0).take(new.identity) }
        var labelled = 0
        for disk in stopped {
            for left in disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                let status = try #require(try book.status(of: new.identity.bytes))
                let resolver = NameResolver(contacts: book)
                let named = try resolver.resolve(
                    sender: new.identity.bytes,
                    code: "cards",
                    selfDeclared: nil
                )
                #expect(named.name == "Cards" && named.identityName == "Bank")
                if status.isCandidate {
                    labelled += 1
                } else {
                    // From step 3 on the old contact is changed, and the others are gone.
                    #expect(
                        try taking.states(book).map { $0?.trust } == [.changed, .unverified, nil]
                    )
                    #expect(try book.identity(ofCode: "cards") == new.identity)
                }
                if try book.status(of: old.identity.bytes)?.trust == .changed {
                    #expect(try book.status(of: taking.other.identity.bytes) == nil)
                }
            }
        }
        #expect(labelled > 5 && labelled < stopped.count * 8)
        #expect(stopped.count > 20)
    }

    @Test(.rules("D-10"), arguments: [false, true])
    func `taking again completes what a killed run began`(_ byNumber: Bool) async throws {
        let taking = try Taking()
        let (old, new) = (taking.old, taking.new)
        let device = DeviceIdentity(SigningKey().publicKey)
        let number = try SafetyNumber(sender: new.identity, device: device)
        @Sendable func take(_ book: ContactBook) throws {
            if byNumber {
                try book.verify(new.identity, by: number, device: device)
            } else {
                try book.take(new.identity)
            }
        }
        for disk in try await taking.files.disk.killing({ try take(ContactBook($0)) }) {
            let files = SimulatedFileSystem(disk)
            try take(ContactBook(files.store()))
            for left in files.disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                let trust: ContactStatus.Trust = byNumber ? .verified : .unverified
                #expect(try taking.states(book).map { $0?.trust } == [.changed, trust, nil])
                #expect(try taking.states(book).map { $0?.needsCheck } == [true, false, nil])
                #expect(try book.identity(ofCode: "cards") == new.identity)
                #expect(try book.name(of: new.identity.bytes) == "Bank")
                #expect(try book.list().candidates == [])
                try book.remove(identity: new.identity)
                #expect(try book.status(of: new.identity.bytes) == nil)
                #expect(try book.apply(.from(old, to: taking.other)) == .hasSuccessor)
            }
        }
    }

    /// What happens to the candidate of a stopped taking before it is added.
    enum Before: CaseIterable, Sendable {
        case nothing
        case itsRemoval
        case theContactsRemoval
        case theContactsRemovalWhileItIsBlocked
    }

    @Test(.rules("D-5 D-11 D-12"), arguments: Before.allCases, [false, true])
    func `a candidate that is added after a stopped taking gets nothing of the contact`(
        _ before: Before,
        _ isImport: Bool
    ) async throws {
        let taking = try Taking()
        let (old, new) = (taking.old.identity, taking.new.identity)
        try ContactBook(taking.files.store()).setAvatar("bank.png", of: old)
        let stopped = try await taking.files.disk.killing(atReading: false) {
            try ContactBook($0).take(new)
        }
        var added = 0
        for disk in stopped {
            let book = ContactBook(try disk.store())
            guard try book.status(of: new.bytes)?.isCandidate == true else { continue }
            switch before {
            case .nothing: break
            case .itsRemoval: try book.remove(identity: new)
            case .theContactsRemoval: try book.remove(identity: old)
            case .theContactsRemovalWhileItIsBlocked:
                try book.block(new)
                try book.remove(identity: old)
                try book.unblock(new)
            }
            if isImport {
                let entry = ContactEntry(name: "New", identity: new, code: "loans")
                #expect(try book.add([entry]) == [.success(.added)])
            } else {
                try book.add(name: "New", identity: new, code: "loans")
            }
            #expect(try book.name(of: new.bytes, code: "cards") == nil)
            #expect(try book.identity(ofCode: "cards") != new)
            #expect(try book.identity(ofCode: "loans") == new)
            #expect(try book.avatar(of: new.bytes) == nil)
            added += 1
        }
        #expect(added > 5)
    }

    @Test(.rules("D-5 D-11 D-12"), arguments: [false, true])
    func `two entries of one import after a stopped taking give all that they say`(
        _ isCodeFirst: Bool
    ) async throws {
        let taking = try Taking()
        let (old, new) = (taking.old.identity, taking.new.identity)
        let stopped = try await taking.files.disk.killing(atReading: false) {
            try ContactBook($0).take(new)
        }
        let own = ContactEntry(name: "New", identity: new)
        let cards = ContactEntry(name: "Other cards", identity: new, code: "cards")
        var added = 0
        for disk in stopped {
            let book = ContactBook(try disk.store())
            guard try book.status(of: new.bytes)?.isCandidate == true,
                try book.identity(ofCode: "cards") != old
            else { continue }
            let results = try book.add(isCodeFirst ? [cards, own] : [own, cards])
            #expect(results == [.success(.added), .success(.added)])
            #expect(try book.name(of: new.bytes) == "New")
            #expect(try book.name(of: new.bytes, code: "cards") == "Other cards")
            #expect(try book.identity(ofCode: "cards") == new)
            added += 1
        }
        #expect(added > 2)
    }

    @Test(.rules("D-10"))
    func `taking again gives nothing that a person has removed meanwhile`() async throws {
        let taking = try Taking()
        let (old, new) = (taking.old.identity, taking.new.identity)
        try ContactBook(taking.files.store()).setAvatar("bank.png", of: old)
        let stopped = try await taking.files.disk.killing(atReading: false) {
            try ContactBook($0).take(new)
        }
        var taken = 0
        for disk in stopped {
            let book = ContactBook(try disk.store())
            guard try book.status(of: new.bytes)?.isCandidate == true else { continue }
            try book.remove(identity: old, code: "cards")
            try book.setAvatar(nil, of: old)
            try book.take(new)
            #expect(try book.name(of: new.bytes) == "Bank")
            #expect(try book.name(of: new.bytes, code: "cards") == nil)
            #expect(try book.identity(ofCode: "cards") == nil)
            #expect(try book.avatar(of: new.bytes) == nil)
            taken += 1
        }
        #expect(taken > 5)
    }

    @Test(.rules("D-10"))
    func `a successor may name the others, wherever its taking was stopped`() async throws {
        let taking = try Taking()
        let new = taking.new.identity
        var named = 0
        for disk in try await taking.files.disk.killing({ try ContactBook($0).take(new) }) {
            let book = ContactBook(try disk.store())
            guard try book.status(of: new.bytes)?.isCandidate == false else { continue }
            #expect(try book.apply(.from(taking.new, to: taking.other)) == .named)
            named += 1
        }
        #expect(named > 1)
    }

    @Test(.rules("D-5 D-11 D-12"))
    func `a candidate that a stopped run added is a contact or a candidate, never unknown`()
        async throws
    {
        let taking = try Taking()
        let new = taking.new.identity
        let stopped = try await taking.files.disk.killing { store in
            try ContactBook(store).add(name: "New", identity: new)
        }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            #expect(try ContactBook(files.store()).status(of: new.bytes) != nil)
            try ContactBook(files.store()).add(name: "New", identity: new)
            for left in files.disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                #expect(try book.status(of: new.bytes) == ContactStatus())
                try book.remove(identity: new)
                #expect(try book.status(of: new.bytes) == nil)
            }
        }
    }
}
