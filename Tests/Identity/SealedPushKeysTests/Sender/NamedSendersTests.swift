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
            try SenderIdentities.succeed(named: name, in: store, at: Samples.now)
        }
        #expect(throws: KeyError.senderNameRefused) {
            try SenderIdentities.revoke(named: name, in: store, at: Samples.now)
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
        let succession = try SenderIdentities.succeed(in: store, at: Samples.now)
        #expect(succession.old == first.identity)
        #expect(try SenderIdentity.Succession(text: succession.text) == succession)
        let second = try SenderIdentities.load(from: temporary.reopened())
        #expect(second.identity == succession.new)
        let isSameSecret = second.secret.matches(first.secret)
        #expect(!isSameSecret)
        let next = try SenderIdentities.succeed(in: store, at: Samples.now)
        #expect(next.old == second.identity)
        #expect(try SenderIdentities.load(from: store).identity == next.new)
        #expect(try SenderIdentities.load(named: "shop", from: store).identity == other.identity)
        let statements = try SenderIdentities.statements(in: store)
        #expect(statements.texts == [succession.text, next.text])
        #expect(
            try SenderIdentities.identities(in: store)
                == [first.identity, second.identity, next.new]
        )
        #expect(
            try SenderIdentities.identities(named: "shop", in: store) == [other.identity]
        )
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
            try SenderIdentities.succeed(in: temporary.reopened(), at: Samples.now)
        }
        let line = try SenderIdentities.statements(in: store).texts.map {
            try SenderIdentity.Succession(text: $0)
        }
        #expect(Set(made) == Set(line))
        #expect(try SenderIdentities.load(from: store).identity == line.last?.new)
        // The name, and the keys of its current identity.
        #expect(try temporary.files(in: "senders").count == 2)
    }

    @Test func `processes that succeed at once end on one line`() async throws {
        _ = try SenderIdentities.create(in: store)
        async let first: Void = succeedInAnotherProcess(temporary.path)
        async let second: Void = succeedInAnotherProcess(temporary.path)
        _ = try await (first, second)
        let line = try SenderIdentities.statements(in: store).texts.map {
            try SenderIdentity.Succession(text: $0)
        }
        #expect((1...6).contains(line.count))
        for (step, next) in zip(line, line.dropFirst()) { #expect(step.new == next.old) }
        #expect(try SenderIdentities.load(from: store).identity == line.last?.new)
    }

    private func succeedInAnotherProcess(_ path: String) async throws {
        await #expect(processExitsWith: .success) { [path] in
            let store = try RecordStore.open(at: path, key: .folder)
            for _ in 0..<3 { _ = try SenderIdentities.succeed(in: store, at: Samples.now) }
        }
    }

    // MARK: - Revocation

    @Test func `a revoked identity is the end of its name`() throws {
        _ = try SenderIdentities.create(in: store)
        _ = try SenderIdentities.create(named: "shop", in: store)
        let succession = try SenderIdentities.succeed(in: store, at: Samples.now)
        let revocation = try SenderIdentities.revoke(in: store, at: Samples.now)
        #expect(revocation.sender == succession.new)
        #expect(try SenderIdentities.revoke(in: store, at: Samples.now) == revocation)
        #expect(throws: KeyError.senderRevoked) { try SenderIdentities.load(from: store) }
        #expect(throws: KeyError.senderRevoked) {
            try SenderIdentities.succeed(in: store, at: Samples.now)
        }
        #expect(throws: KeyError.identityExists) { try SenderIdentities.create(in: store) }
        let list = try SenderIdentities.list(in: store).senders
        try #require(list.map(\.isRevoked) == [true, false])
        #expect(list[0].identity == revocation.sender)
        let statements = try SenderIdentities.statements(in: store)
        #expect(statements.texts == [succession.text, revocation.text])
        _ = try SenderIdentities.load(named: "shop", from: store)
        #expect(throws: KeyError.noSender) {
            try SenderIdentities.revoke(named: "nobody", in: store, at: Samples.now)
        }
    }

    @Test func `racing revocations and successions leave a name revoked, and one revocation each`()
        async throws
    {
        _ = try SenderIdentities.create(in: store)
        let made = try await race { [temporary] index -> SenderIdentity.Revocation? in
            let store = try temporary.reopened()
            if index % 2 == 0 { return try SenderIdentities.revoke(in: store, at: Samples.now) }
            do throws(KeyError) {
                _ = try SenderIdentities.succeed(in: store, at: Samples.now)
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
        #expect(Set(listing.failures) == [.senderDamaged])
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

    /// A record as the store keeps what it has signed, behind an older copy of its keys.
    private func put(
        _ prefix: String,
        of identity: SenderIdentity,
        _ contents: [UInt8]
    ) throws {
        let id = Array(prefix.utf8) + identity.bytes
        #expect(try store.create(.statements, id: id, contents: contents.span))
    }

    @Test func `a line whose last identity has no keys is damaged`() throws {
        let first = try SenderIdentities.create(in: store)
        let stranger = SenderKeys()
        // Its keys were never kept.
        let lost = SenderIdentity.Succession(from: first.signingKey, to: stranger.signingKey)
        try put(
            "own succession\0",
            of: first.identity,
            lost.bytes + [UInt8](repeating: 0, count: 8)
        )
        #expect(throws: KeyError.senderDamaged) { try SenderIdentities.load(from: store) }
        #expect(try SenderIdentities.list(in: store).failures == [.senderDamaged])
    }

    @Test func `a statement about another identity is corrupted`() throws {
        let first = try SenderIdentities.create(in: store)
        let (one, other) = (SenderKeys(), SenderKeys())
        let foreign = SenderIdentity.Succession(from: one.signingKey, to: other.signingKey)
        try put(
            "own succession\0",
            of: first.identity,
            foreign.bytes + [UInt8](repeating: 0, count: 8)
        )
        #expect(throws: KeyError.store(.corrupted)) { try SenderIdentities.load(from: store) }
    }

    @Test(arguments: ["own succession\0", "published revocation\0"])
    func `a statement of the wrong form is corrupted`(_ prefix: String) throws {
        let first = try SenderIdentities.create(in: store)
        try put(prefix, of: first.identity, [1, 2, 3])
        #expect(throws: KeyError.store(.corrupted)) { try SenderIdentities.load(from: store) }
    }

    @Test func `a note of a revocation that is not kept is corrupted`() throws {
        let first = try SenderIdentities.create(in: store)
        try put("published revocation\0", of: first.identity, [UInt8](repeating: 0, count: 9))
        #expect(throws: KeyError.store(.corrupted)) { try SenderIdentities.load(from: store) }
    }

    @Test func `a sender as an earlier edition kept it is refused`() throws {
        let contents = [UInt8](repeating: 7, count: 64)
        #expect(
            try store.create(.senders, id: Array("default".utf8), contents: contents.span)
        )
        #expect(throws: KeyError.senderDamaged) { try SenderIdentities.load(from: store) }
    }
}
