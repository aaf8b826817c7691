// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import Testing

/// Several senders in a store, and what comes after each.
struct NamedSendersTests {
    private let temporary: TemporaryStore
    private var store: RecordStore { temporary.store }

    init() throws {
        temporary = try TemporaryStore()
    }

    // MARK: - Names

    @Test func `each name has an identity of its own, and is listed`() throws {
        #expect(try SenderIdentities.list(in: store).senders.isEmpty)
        let first = try SenderIdentities.create(in: store).identity
        let shop = try SenderIdentities.create(named: "shop", in: store).identity
        let other = try SenderIdentities.create(named: "Äpfel 7", in: store).identity
        #expect(Set([first, shop, other]).count == 3)
        #expect(try SenderIdentities.load(from: temporary.reopened()).identity == first)
        #expect(try SenderIdentities.load(named: "default", from: store).identity == first)
        #expect(try SenderIdentities.load(named: "shop", from: store).identity == shop)
        let list = try SenderIdentities.list(in: store).senders
        #expect(list.map(\.name) == ["default", "shop", "Äpfel 7"])
        #expect(list.map(\.identity) == [first, shop, other])
        #expect(list.allSatisfy { !$0.isRevoked })
        #expect(throws: KeyError.noSender) {
            try SenderIdentities.load(named: "Shop", from: store)
        }
        #expect(throws: KeyError.identityExists) {
            try SenderIdentities.create(named: "shop", in: store)
        }
    }

    @Test(arguments: ["", "a\nb", "key\0", "\u{85}", "\u{2028}", String(repeating: "n", count: 65)])
    func `a name that is none is refused everywhere`(_ name: String) throws {
        let before = try temporary.contents()
        #expect(throws: KeyError.senderNameRefused) {
            try SenderIdentities.create(named: name, in: store)
        }
        #expect(throws: KeyError.senderNameRefused) {
            try SenderIdentities.load(named: name, from: store)
        }
        #expect(throws: KeyError.senderNameRefused) {
            try SenderIdentities.succeed(named: name, in: store)
        }
        #expect(throws: KeyError.senderNameRefused) {
            try SenderIdentities.revoke(named: name, in: store)
        }
        #expect(try temporary.contents() == before)
    }

    @Test func `a name of 64 bytes is one`() throws {
        let name = String(repeating: "é", count: 32)
        let sender = try SenderIdentities.create(named: name, in: store)
        #expect(try SenderIdentities.load(named: name, from: store).identity == sender.identity)
    }

    // MARK: - Succession

    @Test func `a succession leads to a new identity and secret, step by step`() throws {
        let first = try SenderIdentities.create(in: store)
        let other = try SenderIdentities.create(named: "shop", in: store)
        let succession = try SenderIdentities.succeed(in: store)
        #expect(succession.old == first.identity)
        #expect(try SenderIdentity.Succession(text: succession.text) == succession)
        let second = try SenderIdentities.load(from: temporary.reopened())
        #expect(second.identity == succession.new)
        let isSameSecret = second.secret.matches(first.secret)
        #expect(!isSameSecret)
        let next = try SenderIdentities.succeed(in: store)
        #expect(next.old == second.identity)
        #expect(try SenderIdentities.load(from: store).identity == next.new)
        #expect(try SenderIdentities.load(named: "shop", from: store).identity == other.identity)
        let statements = try SenderIdentities.statements(in: store)
        #expect(statements.successions == [succession, next] && statements.revocation == nil)
        #expect(
            try SenderIdentities.list(in: store).senders.map(\.identity) == [
                next.new, other.identity,
            ]
        )
        #expect(throws: KeyError.identityExists) { try SenderIdentities.create(in: store) }
    }

    @Test func `racing successions leave one line, and no key that is in none`() async throws {
        _ = try SenderIdentities.create(in: store)
        let made = try await race { [temporary] _ in
            try SenderIdentities.succeed(in: temporary.reopened())
        }
        let line = try SenderIdentities.statements(in: store).successions
        #expect(Set(made) == Set(line))
        #expect(try SenderIdentities.load(from: store).identity == line.last?.new)
        #expect(try temporary.files(in: "senders").count == 1 + line.count)
    }

    @Test func `processes that succeed at once end on one line`() async throws {
        _ = try SenderIdentities.create(in: store)
        async let first: Void = succeedInAnotherProcess(temporary.path)
        async let second: Void = succeedInAnotherProcess(temporary.path)
        _ = try await (first, second)
        let line = try SenderIdentities.statements(in: store).successions
        #expect((1...6).contains(line.count))
        for (step, next) in zip(line, line.dropFirst()) { #expect(step.new == next.old) }
        #expect(try SenderIdentities.load(from: store).identity == line.last?.new)
    }

    private func succeedInAnotherProcess(_ path: String) async throws {
        await #expect(processExitsWith: .success) { [path] in
            let store = try RecordStore.open(at: path, key: .folder)
            for _ in 0..<3 { _ = try SenderIdentities.succeed(in: store) }
        }
    }

    @Test func `a succession is there or not, wherever it was stopped, and stays once loaded`()
        async throws
    {
        let files = SimulatedFileSystem(try .withStore())
        let first = try SenderIdentities.create(in: files.store()).identity
        let stopped = try await files.disk.killing { store in
            _ = try SenderIdentities.succeed(in: store)
        }
        var outcomes: Set<Bool> = []
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            let sender = try SenderIdentities.load(from: files.store()).identity
            outcomes.insert(sender == first)
            for left in files.disk.afterPowerLoss() {
                #expect(try SenderIdentities.load(from: left.store()).identity == sender)
            }
            // It can be done again, whatever was left.
            let succession = try SenderIdentities.succeed(in: files.store())
            #expect(succession.old == sender)
            #expect(try SenderIdentities.load(from: files.store()).identity == succession.new)
        }
        #expect(outcomes == [true, false])
    }

    // MARK: - Revocation

    @Test func `a revoked identity is the end of its name`() throws {
        _ = try SenderIdentities.create(in: store)
        _ = try SenderIdentities.create(named: "shop", in: store)
        let succession = try SenderIdentities.succeed(in: store)
        let revocation = try SenderIdentities.revoke(in: store)
        #expect(revocation.sender == succession.new)
        #expect(try SenderIdentities.revoke(in: store) == revocation)
        #expect(throws: KeyError.senderRevoked) { try SenderIdentities.load(from: store) }
        #expect(throws: KeyError.senderRevoked) {
            try SenderIdentities.succeed(in: store)
        }
        #expect(throws: KeyError.identityExists) { try SenderIdentities.create(in: store) }
        let list = try SenderIdentities.list(in: store).senders
        try #require(list.map(\.isRevoked) == [true, false])
        #expect(list[0].identity == revocation.sender)
        let statements = try SenderIdentities.statements(in: store)
        #expect(statements.successions == [succession] && statements.revocation == revocation)
        _ = try SenderIdentities.load(named: "shop", from: store)
        #expect(throws: KeyError.noSender) {
            try SenderIdentities.revoke(named: "nobody", in: store)
        }
    }

    @Test func `where an identity has both, its revocation counts and its succession does not`()
        throws
    {
        let first = try SenderIdentities.create(in: store)
        let revocation = SenderIdentity.Revocation(signing: first.signingKey)
        _ = try SenderIdentities.succeed(in: store)
        let id = Array("own revocation\0".utf8) + first.identity.bytes
        #expect(try store.create(.statements, id: id, contents: revocation.bytes.span))
        #expect(throws: KeyError.senderRevoked) { try SenderIdentities.load(from: store) }
        #expect(try SenderIdentities.statements(in: store).successions.isEmpty)
        #expect(try SenderIdentities.list(in: store).senders.map(\.identity) == [first.identity])
    }

    @Test func `racing revocations and successions leave a name revoked, and one revocation each`()
        async throws
    {
        _ = try SenderIdentities.create(in: store)
        let made = try await race { [temporary] index -> SenderIdentity.Revocation? in
            let store = try temporary.reopened()
            if index % 2 == 0 { return try SenderIdentities.revoke(in: store) }
            do throws(KeyError) {
                _ = try SenderIdentities.succeed(in: store)
            } catch {
                #expect(error == .senderRevoked)
            }
            return nil
        }
        #expect(throws: KeyError.senderRevoked) { try SenderIdentities.load(from: store) }
        let revocations = Set(made.compactMap(\.self))
        #expect(Set(revocations.map(\.sender)).count == revocations.count)
    }

    // MARK: - Damage

    @Test func `a damaged sender hides no other`() throws {
        _ = try SenderIdentities.create(named: "a", in: store)
        try temporary.damage("senders")
        let other = try SenderIdentities.create(named: "b", in: store)
        let listing = try SenderIdentities.list(in: store)
        #expect(listing.senders.map(\.identity) == [other.identity])
        #expect(listing.failures == [.senderDamaged])
        #expect(throws: KeyError.senderDamaged) {
            try SenderIdentities.load(named: "a", from: store)
        }
        try SenderIdentities.checkPresence(in: store)
    }

    @Test func `a store whose only sender is damaged is not one without a sender`() throws {
        #expect(throws: KeyError.noSender) { try SenderIdentities.checkPresence(in: store) }
        _ = try SenderIdentities.create(in: store)
        try temporary.damage("senders")
        #expect(throws: KeyError.senderDamaged) { try SenderIdentities.checkPresence(in: store) }
        #expect(throws: KeyError.identityExists) { try SenderIdentities.create(in: store) }
    }

    @Test func `a store that has sealed and has no sender lost it`() async throws {
        _ = try SenderIdentities.create(in: store)
        try await StoredSenderMemory(in: store).confirm(SampleDevice().identity, for: "Bob")
        for file in try temporary.files(in: "senders") {
            try FileManager.default.removeItem(atPath: "\(temporary.path)/\(file)")
        }
        #expect(throws: KeyError.senderDamaged) { try SenderIdentities.load(from: store) }
        #expect(throws: KeyError.senderDamaged) { try SenderIdentities.checkPresence(in: store) }
        _ = try SenderIdentities.create(named: "b", in: store)
        try SenderIdentities.checkPresence(in: store)
    }

    @Test func `a line that can't have come about is corrupted`() throws {
        let first = try SenderIdentities.create(in: store)
        let stranger = SenderKeys()
        let id = Array("own succession\0".utf8) + first.identity.bytes
        // Its keys were never kept.
        let lost = SenderIdentity.Succession(from: first.signingKey, to: stranger.signingKey)
        #expect(try store.create(.statements, id: id, contents: lost.bytes.span))
        #expect(throws: KeyError.senderDamaged) { try SenderIdentities.load(from: store) }
        #expect(try SenderIdentities.list(in: store).failures == [.senderDamaged])
    }

    @Test func `a statement about another identity is corrupted`() throws {
        let first = try SenderIdentities.create(in: store)
        let (one, other) = (SenderKeys(), SenderKeys())
        let id = Array("own succession\0".utf8) + first.identity.bytes
        let foreign = SenderIdentity.Succession(from: one.signingKey, to: other.signingKey)
        #expect(try store.create(.statements, id: id, contents: foreign.bytes.span))
        #expect(throws: KeyError.store(.corrupted)) { try SenderIdentities.load(from: store) }
    }

    @Test(arguments: ["own succession\0", "own revocation\0"])
    func `a statement of the wrong form is corrupted`(_ prefix: String) throws {
        let first = try SenderIdentities.create(in: store)
        let id = Array(prefix.utf8) + first.identity.bytes
        let contents: [UInt8] = [1, 2, 3]
        #expect(try store.create(.statements, id: id, contents: contents.span))
        #expect(throws: KeyError.store(.corrupted)) { try SenderIdentities.load(from: store) }
    }
}
