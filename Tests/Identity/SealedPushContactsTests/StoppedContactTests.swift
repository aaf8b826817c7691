// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushStore
import StoreTestSupport
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

    @Test
    func `a succession that is said to be followed stays so, wherever another run was stopped`()
        async throws
    {
        let (old, new) = (SenderKeys(), SenderKeys())
        let files = SimulatedFileSystem(try .withStore())
        let book = ContactBook(try files.store())
        try book.add(name: "Bank", identity: old.identity)
        try book.add(name: "Cards", identity: old.identity, code: "cards")
        let stopped = try await files.disk.killing { store in
            try ContactBook(store).follow(.from(old, to: new))
        }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            try ContactBook(files.store()).follow(.from(old, to: new))
            for left in files.disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                #expect(try book.identity(ofCode: "cards") == new.identity)
                #expect(try book.name(of: new.identity.bytes) == "Bank")
                #expect(try book.name(of: new.identity.bytes, code: "cards") == "Cards")
                #expect(try book.follow(.from(old, to: new)) == .unchanged)
            }
        }
        #expect(stopped.count > 20)
    }

    @Test func `a contradiction and a revocation stay, wherever another run was stopped`()
        async throws
    {
        let chain = (0..<4).map { _ in SenderKeys() }
        let other = SenderKeys()
        let files = SimulatedFileSystem(try .withStore())
        let book = ContactBook(try files.store())
        try book.add(name: "Bank", identity: chain[0].identity)
        for (old, new) in zip(chain, chain.dropFirst()) { try book.follow(.from(old, to: new)) }
        func contradict(_ book: ContactBook) throws {
            do throws(ContactError) {
                try book.follow(.from(chain[0], to: other))
            } catch .successionConflict {
                // As it should be.
            }
        }
        for disk in try await files.disk.killing({ try contradict(ContactBook($0)) }) {
            let files = SimulatedFileSystem(disk)
            try contradict(ContactBook(files.store()))
            for left in files.disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                for keys in chain {
                    #expect(try book.status(of: keys.identity.bytes)?.trust == .changed)
                }
                #expect(throws: ContactError.successionConflict) {
                    try book.follow(.from(chain[0], to: chain[1]))
                }
            }
        }
        let revocation = SenderIdentity.Revocation.of(chain[0])
        for disk in try await files.disk.killing({ try ContactBook($0).revoke(revocation) }) {
            let files = SimulatedFileSystem(disk)
            try ContactBook(files.store()).revoke(revocation)
            for left in files.disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                #expect(try book.isRevoked(chain[0].identity.bytes))
                #expect(try book.status(of: chain[0].identity.bytes)?.isRevoked == true)
                for keys in chain.dropFirst() {
                    #expect(try book.status(of: keys.identity.bytes)?.trust == .changed)
                }
            }
        }
    }

    @Test func `a change is handed on to the end of a chain, wherever another run was stopped`()
        async throws
    {
        let chain = (0..<4).map { _ in SenderKeys() }
        let files = SimulatedFileSystem(try .withStore())
        let book = ContactBook(try files.store())
        try book.add(name: "Bank", identity: chain[0].identity)
        try book.add(name: "Cards", identity: chain[1].identity)
        for index in 1...2 { try book.follow(.from(chain[index], to: chain[index + 1])) }
        try book.setStatus(ContactStatus(trust: .changed), of: chain[0].identity)
        let stopped = try await files.disk.killing { store in
            try ContactBook(store).follow(.from(chain[0], to: chain[1]))
        }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            try ContactBook(files.store()).follow(.from(chain[0], to: chain[1]))
            for left in files.disk.afterPowerLoss() {
                let book = ContactBook(try left.store())
                for keys in chain {
                    #expect(try book.status(of: keys.identity.bytes)?.trust == .changed)
                }
            }
        }
    }

    @Test func `a revocation reaches an identity that a stopped run has begun to follow`()
        async throws
    {
        let (old, new) = (SenderKeys(), SenderKeys())
        let files = SimulatedFileSystem(try .withStore())
        try ContactBook(files.store()).add(name: "Bank", identity: old.identity)
        let stopped = try await files.disk.killing { store in
            try ContactBook(store).follow(.from(old, to: new))
        }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            try ContactBook(files.store()).revoke(.of(old))
            for left in files.disk.afterPowerLoss() {
                let status = try ContactBook(left.store()).status(of: new.identity.bytes)
                #expect(status == nil || status?.trust == .changed)
            }
        }
    }
}
