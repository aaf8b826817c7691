// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushKeys

/// What is left of an identity that was succeeded, and what a device can learn of it.
struct SenderSuccessionTests {
    private let temporary: TemporaryStore
    private var store: RecordStore { temporary.store }
    private static let now = Samples.now

    init() throws {
        temporary = try TemporaryStore()
    }

    private static func succeed(_ store: RecordStore) throws -> SenderIdentity.Succession {
        try SenderIdentities.succeed(in: store, at: now)
    }

    private static func succeedAndShow(
        _ store: RecordStore
    ) throws -> (succession: SenderIdentity.Succession, isNew: Bool)? {
        var shown: (succession: SenderIdentity.Succession, isNew: Bool)?
        try SenderIdentities.succeed(in: store, at: now) { shown = ($0, $1) }
        return shown
    }

    private static func hasKeys(_ identity: SenderIdentity, _ store: RecordStore) throws -> Bool {
        try store.contains(.senders, id: SenderRecords.id(of: identity))
    }

    // MARK: - The old key

    @Test(.rules("S-15"))
    func `an old key is erased, and only its kept revocation is left`() throws {
        let first = try SenderIdentities.create(in: store)
        let succession = try Self.succeed(store)
        #expect(try !Self.hasKeys(first.identity, store))
        #expect(try Self.hasKeys(succession.new, store))
        #expect(try SenderIdentities.statements(in: store).texts == [succession.text])
        let revocations = try SenderIdentities.revokeEarlier(in: store, at: Self.now)
        #expect(revocations == [SenderIdentity.Revocation(signing: first.signingKey)])
        #expect(try SenderIdentities.load(from: store).identity == succession.new)
    }

    @Test(arguments: ["revokeEarlier", "revoke", "restore"])
    func `an old key that a killed run or a backup left is erased by what comes next`(
        _ next: String
    ) throws {
        let first = try SenderIdentities.create(in: store)
        _ = try Self.succeed(store)
        try SenderRecords.create(first, in: store)
        #expect(try Self.hasKeys(first.identity, store))
        switch next {
        case "revokeEarlier": _ = try SenderIdentities.revokeEarlier(in: store, at: Self.now)
        case "revoke": _ = try SenderIdentities.revoke(in: store, at: Self.now)
        default:
            #expect(try !Self.hasKeys(first.identity, restored("left")))
            return
        }
        #expect(try !Self.hasKeys(first.identity, store))
    }

    @Test(.rules("S-15"))
    func `a succession is there or not, wherever it was stopped, and is completed once again`()
        async throws
    {
        let files = SimulatedFileSystem(try .withStore())
        let first = try SenderIdentities.create(in: files.store()).identity
        let stopped = try await files.disk.killing { store in
            _ = try Self.succeedAndShow(store)
        }
        var outcomes: Set<Bool> = []
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            let sender = try SenderIdentities.load(from: files.store()).identity
            outcomes.insert(sender == first)
            for left in files.disk.afterPowerLoss() {
                #expect(try SenderIdentities.load(from: left.store()).identity == sender)
            }
            // Whatever is not there yet can still be signed: the step is the last.
            let hasSucceeded = sender != first
            let revocation = try OwnStatements.revocation(of: first, in: files.store())
            #expect(!hasSucceeded || revocation != nil)
            // Done again it is whole, and no further identity was made.
            let again = try #require(try Self.succeedAndShow(files.store()))
            let store = try files.store()
            if hasSucceeded, !again.isNew { #expect(again.succession.new == sender) }
            #expect(again.isNew || again.succession.old == first)
            let current = try SenderIdentities.load(from: store).identity
            #expect(current == again.succession.new)
            for earlier in try SenderIdentities.identities(in: store).dropLast() {
                #expect(try !Self.hasKeys(earlier, store))
                #expect(try OwnStatements.revocation(of: earlier, in: store) != nil)
            }
        }
        #expect(outcomes == [true, false] && stopped.count > 10)
    }

    @Test func `a key that another process erases meanwhile is no damage`() throws {
        _ = try SenderIdentities.create(in: store)
        // Between the look at the name and the look at the keys.
        let files = FaultyFileSystem(
            POSIXFileSystem(),
            .once({ $0.kind == .syncFolder && $0.path.hasSuffix("/senders") }) { [temporary] in
                _ = try? Self.succeed(temporary.reopened())
            }
        )
        let sender = try SenderIdentities.load(from: temporary.reopened(files: files))
        #expect(try SenderIdentities.identities(in: store).last == sender.identity)
        #expect(try SenderIdentities.identities(in: store).count == 2)
    }

    private func restored(_ name: String) throws -> RecordStore {
        let backup = "\(temporary.path)-\(name).backup"
        let passphrase = SecretBytes(copying: Array("plum brandy".utf8).span)
        _ = try store.backUp(to: backup, passphrase: passphrase)
        return try RecordStore.restore(
            from: backup,
            passphrase: passphrase,
            at: "\(temporary.path)-\(name)",
            key: .folder,
            now: Self.now
        )
    }

    @Test func `a backup made before a succession has the old identity, and one after the new`()
        throws
    {
        let first = try SenderIdentities.create(in: store)
        let before = try restored("before")
        let succession = try Self.succeed(store)
        let after = try restored("after")
        #expect(try SenderIdentities.load(from: before).identity == first.identity)
        #expect(try SenderIdentities.statements(in: before).texts.isEmpty)
        // The other one's successor is another: it can't be made again.
        #expect(try Self.succeed(before).new != succession.new)
        #expect(try SenderIdentities.load(from: after).identity == succession.new)
        #expect(try !Self.hasKeys(first.identity, after))
        #expect(try SenderIdentities.revokeEarlier(in: after, at: Self.now).count == 1)
    }

    // MARK: - Earlier identities

    @Test(.rules("S-16"))
    func `the revocations of earlier identities are published on demand alone`() throws {
        let first = try SenderIdentities.create(in: store)
        #expect(try SenderIdentities.revokeEarlier(in: store, at: Self.now).isEmpty)
        _ = try SenderIdentities.create(named: "shop", in: store)
        let steps = [try Self.succeed(store), try Self.succeed(store)]
        let texts = steps.map(\.text)
        #expect(try SenderIdentities.statements(in: store).texts == texts)
        let revocations = try SenderIdentities.revokeEarlier(in: store, at: Self.now)
        #expect(revocations.map(\.sender) == [first.identity, steps[0].new])
        #expect(try SenderIdentities.revokeEarlier(in: store, at: Self.now) == revocations)
        let all = try SenderIdentities.statements(in: store).texts
        #expect(Set(all) == Set(texts + revocations.map(\.text)))
        #expect(all.filter { texts.contains($0) } == texts)
        #expect(try SenderIdentities.load(from: store).identity == steps[1].new)
        #expect(try SenderIdentities.revokeEarlier(named: "shop", in: store, at: Self.now).isEmpty)
        // The name can go on, and can end.
        let third = try Self.succeed(store)
        #expect(try SenderIdentities.statements(in: store).texts.last == third.text)
        let end = try SenderIdentities.revoke(in: store, at: Self.now)
        #expect(try SenderIdentities.statements(in: store).texts.contains(end.text))
        #expect(throws: KeyError.senderRevoked) { try SenderIdentities.load(from: store) }
    }

    @Test(.rules("S-14"))
    func `statements stand in the order in which they were made, whatever the clock said`()
        throws
    {
        _ = try SenderIdentities.create(in: store)
        func after(_ days: Int64) -> Timestamp { Self.now.advanced(by: .days(days)) }
        let one = try SenderIdentities.succeed(in: store, at: after(0))
        let earlier = try SenderIdentities.revokeEarlier(in: store, at: after(10))
        // The clock was set back.
        let two = try SenderIdentities.succeed(in: store, at: after(-100))
        let three = try SenderIdentities.succeed(in: store, at: after(20))
        let statements = try SenderIdentities.statements(in: store)
        #expect(statements.texts == [one.text, two.text, earlier[0].text, three.text])
        #expect(statements.recent(at: after(400)) == statements.texts)
        #expect(statements.recent(at: after(401)) == [earlier[0].text, three.text])
        #expect(statements.recent(at: after(420)) == [three.text])
        #expect(statements.recent(at: after(421)).isEmpty)
    }

    @Test(.rules("S-14")) func `at most the newest eight go along`() throws {
        _ = try SenderIdentities.create(in: store)
        let texts = try (0..<9).map { _ in try Self.succeed(store).text }
        #expect(
            try SenderIdentities.statements(in: store).recent(at: Self.now)
                == Array(texts.suffix(8))
        )
    }
}
