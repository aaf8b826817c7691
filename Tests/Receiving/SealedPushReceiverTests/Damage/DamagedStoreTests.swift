// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import TestSupport
import Testing

/// Holds the table of `docs/store.md`: what is lost with each file of a store, and what heals.
@Suite(.rules("C-30")) struct DamagedStoreTests {
    /// What may befall a file.
    enum Damage: String, CaseIterable {
        case flip, cut, empty, remove, swap

        /// Befalls `file`, and gives the files that are damaged then; none where nothing changes.
        func befall(_ file: String, of files: [String], in copy: StoreCopy) throws -> Set<String> {
            var bytes = try copy.read(file)
            switch self {
            case .flip:
                guard !bytes.isEmpty else { return [] }
                bytes[bytes.count / 2] ^= 1
            case .cut:
                guard bytes.count > 1 else { return [] }
                bytes.removeLast(bytes.count / 2)
            case .empty:
                guard !bytes.isEmpty else { return [] }
                bytes = []
            case .remove:
                try copy.remove(file)
                return [file]
            case .swap:
                let parts = file.split(separator: "/")
                guard parts.count > 1 else { return [] }
                let sibling = files.first { other in
                    other != file && other.hasPrefix("\(parts[0])/")
                        && (try? copy.read(other)) != bytes
                }
                guard let sibling else { return [] }
                let others = try copy.read(sibling)
                try copy.write(bytes, to: sibling)
                try copy.write(others, to: file)
                return [file, sibling]
            }
            try copy.write(bytes, to: file)
            return [file]
        }
    }

    /// One damage of one file, and what the device does after it.
    private struct Case {
        let full: FullStore
        let copy: StoreCopy
        let damage: Damage
        let file: String
        let damaged: Set<String>
        var folder: String { String(file.split(separator: "/")[0]) }
        var comment: Comment { "\(damage.rawValue) \(file)" }
    }

    @Test(arguments: Damage.allCases)
    func `no damage of one file traps, hides the others or lets a message come twice`(
        damage: Damage
    ) async throws {
        let full = try await FullStore()
        let files = try full.files()
        var tried: Set<String> = []
        for file in files {
            let copy = try full.copy()
            let damaged = try damage.befall(file, of: files, in: copy)
            guard !damaged.isEmpty else { continue }
            let one = Case(full: full, copy: copy, damage: damage, file: file, damaged: damaged)
            try await check(one)
            tried.insert(one.folder)
        }
        let kinds: Set<String> = [
            "claims", "clock", "contacts", "device", "epochs", "pins", "prekeys", "seen",
            "senders", "states", "statements", "used", "deferred", "pairings",
        ]
        if damage != .swap { #expect(tried.isSuperset(of: kinds)) }
    }

    @Test func `the table says something of every file that a store has`() async throws {
        let source = URL(fileURLWithPath: #filePath)
        let root = (0..<5).reduce(source) { url, _ in url.deletingLastPathComponent() }
        let text = try String(
            contentsOf: root.appendingPathComponent("docs/store.md"),
            encoding: .utf8
        )
        let full = try await FullStore()
        let names = try FileManager.default.contentsOfDirectory(atPath: full.phone.path + "/store")
        for name in names {
            #expect(
                text.contains("\n| `\(name)`") || text.contains("\n| `\(name)/`"),
                "\(name)"
            )
        }
    }

    // MARK: - The rows

    private func check(_ one: Case) async throws {
        let store: RecordStore
        do throws(StoreError) {
            store = try one.copy.open()
        } catch {
            // Nothing opens without the header or the key, and nothing is written over.
            #expect(["store", "key"].contains(one.folder), one.comment)
            return
        }
        #expect(one.folder != "store" && one.folder != "key", one.comment)
        try await checkSenders(one, store)
        try checkContacts(one, store)
        let keys: DeviceKeys
        do throws(KeyError) {
            keys = try DeviceKeys(in: store, keeping: FullStore.level)
        } catch {
            #expect(one.folder == "device" && error == .deviceDamaged, one.comment)
            return
        }
        #expect(one.folder != "device", one.comment)
        let receiver = try NotificationReceiver(store: store)
        checkCopies(one, receiver)
        let waiting = try shown(by: receiver)
        let opened = checkPending(one, receiver)
        try checkMaintenance(one, keys, store)
        try checkPairings(one, keys, store)
        // What was missing in the index alone comes after it.
        try one.copy.age()
        let later = try shown(by: receiver)
        let mayLose = ["claims", "deferred", "prekeys", "contacts"].contains(one.folder)
        #expect(waiting + later >= 3 - (mayLose ? one.damaged.count : 0), one.comment)
        checkCopies(one, receiver)
        for message in opened {
            let again = receiver.receive(message.push, now: FullStore.now).outcome
            #expect(again != .opened, one.comment)
        }
        try await checkNew(one, keys, receiver)
    }

    /// Copies of what was handed over are refused, whatever is damaged.
    ///
    /// A claim that is removed on its own under a reusable prekey is not noticed.
    private func checkCopies(_ one: Case, _ receiver: NotificationReceiver) {
        if one.damage == .remove, one.folder == "claims" { return }
        for message in one.full.done + one.full.unfinished {
            let outcome = receiver.receive(message.push, now: FullStore.now).outcome
            #expect(outcome != .opened, one.comment)
        }
    }

    /// What is on its way is opened, but what needs the damaged record.
    private func checkPending(
        _ one: Case,
        _ receiver: NotificationReceiver
    ) -> [FullStore.Message] {
        var opened: [FullStore.Message] = []
        for message in one.full.pending {
            let outcome = receiver.receive(message.push, now: FullStore.now).outcome
            if outcome == .opened { opened.append(message) }
        }
        switch one.folder {
        case "prekeys": #expect(opened.count >= (one.damage == .swap ? 0 : 1), one.comment)
        case "contacts": #expect(!opened.isEmpty || one.damage == .swap, one.comment)
        default: #expect(opened.count == 3, one.comment)
        }
        return opened
    }

    /// Maintenance mends what can be mended, says no more of it, and has nothing to do after that.
    private func checkMaintenance(_ one: Case, _ keys: DeviceKeys, _ store: RecordStore) throws {
        let first = try keys.maintain(at: FullStore.now)
        #expect(first.failures == [], one.comment)
        #expect(first.stock >= 1, one.comment)
        let isPrekey = one.folder == "prekeys" && one.damage != .remove
        #expect(!isPrekey || first.hasDiscardedDamaged, one.comment)
        let second = try keys.maintain(at: FullStore.now)
        #expect(second.failures == [], one.comment)
        #expect(second.changes == [], one.comment)
    }

    /// A damaged pairing is forgotten at worst: no endpoint is ended for it.
    private func checkPairings(_ one: Case, _ keys: DeviceKeys, _ store: RecordStore) throws {
        let book = PairingBook(store)
        let review = try book.maintain(of: keys.identity, now: FullStore.now)
        #expect(review.ended.isEmpty || one.folder == "contacts", one.comment)
        #expect(review.failures.isEmpty || one.folder == "contacts", one.comment)
        let (pairings, failures) = try book.all()
        #expect(failures == [], one.comment)
        #expect(pairings.count == 1 || one.folder == "pairings", one.comment)
    }

    /// A message to the bundle that is handed out now is opened, and once.
    private func checkNew(
        _ one: Case,
        _ keys: DeviceKeys,
        _ receiver: NotificationReceiver
    ) async throws {
        let bundle = try keys.bundle(oneTime: 1, at: FullStore.now)
        let push = try await one.full.phone.seal(
            #"{"aps":{"alert":{"body":"new"}}}"#,
            by: one.full.stranger,
            to: bundle,
            at: FullStore.now
        ).payload
        let received = receiver.receive(push, now: FullStore.now)
        #expect(received.outcome == .opened, one.comment)
        try receiver.complete(received, now: FullStore.now)
        let again = receiver.receive(push, now: FullStore.now).outcome
        #expect(again == .failed(.refused(.replayed)), one.comment)
    }

    /// Every other sender is listed and seals, to every recipient of whom nothing is damaged.
    private func checkSenders(_ one: Case, _ store: RecordStore) async throws {
        let listing = try SenderIdentities.list(in: store)
        // A sender has a record of its name and one of its keys.
        let lost = one.folder == "senders" ? one.damaged.count : 0
        let count = FullStore.senders.count
        #expect((count - lost...count - min(lost, 1)).contains(listing.senders.count), one.comment)
        #expect(listing.failures.allSatisfy { $0 == .senderDamaged }, one.comment)
        // Of a name that is gone nothing tells.
        let told = one.damage == .remove ? 0...lost : lost...lost
        #expect(told.contains(listing.failures.count), one.comment)
        guard let sender = listing.senders.first else { return }
        var sealed = 0
        for other in one.full.others {
            do {
                _ = try await FullStore.seal(as: sender.name, to: other, in: store)
                sealed += 1
            } catch let error as SealingError {
                #expect(error == .memoryUnavailable && one.folder == "pins", one.comment)
            }
        }
        #expect(sealed >= (one.damage == .swap ? 0 : 1), one.comment)
    }

    /// Every other contact is listed.
    private func checkContacts(_ one: Case, _ store: RecordStore) throws {
        let listing = try ContactBook(store).list()
        guard one.folder == "contacts" else {
            #expect(listing.contacts.count == 2, one.comment)
            #expect(listing.failures.isEmpty, one.comment)
            return
        }
        #expect(listing.contacts.count >= (one.damage == .swap ? 0 : 1), one.comment)
        #expect(!listing.failures.isEmpty || one.damage == .remove, one.comment)
    }

    /// How many messages that waited are shown, each once.
    private func shown(by receiver: NotificationReceiver) throws -> Int {
        var queue = try receiver.backlog()
        var bodies: [String?] = []
        while let message = queue.next(now: FullStore.now) {
            bodies.append(message.received.content.body)
            queue.shown(now: FullStore.now)
        }
        #expect(Set(bodies).count == bodies.count)
        return bodies.count
    }
}
