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
import StoreTestSupport
import TestSupport

/// A store that has something of everything: a device that received, and senders that sealed.
final class FullStore: Sendable {
    /// A message that was sealed before the damage.
    struct Message: Sendable {
        let body: String
        let sender: SenderIdentity
        let push: [UInt8]
    }

    let phone: Phone
    /// Contacts of the phone, and a sender that it does not know.
    let ann: SenderKeys
    let bob = SenderKeys()
    let stranger = SenderKeys()
    /// Devices that the store's senders know.
    let others: [Phone]
    /// Handed over: copies of these are refused.
    let done: [Message]
    /// Opened, and not handed over.
    let unfinished: [Message]
    /// Deferred.
    let deferred: Message
    /// On their way.
    let pending: [Message]

    static let now = Phone.now
    static let senders = ["a", "b"]
    static let level = StockLevel(full: 2, low: 1)

    init() async throws {
        let phone = try Phone()
        self.phone = phone
        let bob = bob
        let stranger = stranger
        ann = phone.server
        try phone.contacts.add(name: "Ann", identity: ann.identity)
        try phone.contacts.add(name: "Bob", identity: bob.identity)
        let keys = try DeviceKeys(in: phone.store, keeping: Self.level)
        _ = try keys.maintain(at: Self.now)
        try keys.acknowledge(keys.offer(at: Self.now), at: Self.now)
        func message(
            _ body: String,
            by sender: SenderKeys,
            oneTime: Bool = false
        ) async throws -> Message {
            let json = #"{"aps":{"alert":{"body":"\#(body)"}}}"#
            let sealed = try await phone.seal(json, by: sender, oneTime: oneTime)
            return Message(body: body, sender: sender.identity, push: sealed.payload)
        }
        let receiver = try phone.receiver()
        var done: [Message] = []
        var unfinished: [Message] = []
        for (oneTime, sender) in [(false, phone.server), (true, bob)] {
            let first = try await message("done", by: sender, oneTime: oneTime)
            try receiver.complete(receiver.receive(first.push, now: Self.now), now: Self.now)
            done.append(first)
            let second = try await message("unfinished \(oneTime)", by: sender, oneTime: oneTime)
            _ = receiver.receive(second.push, now: Self.now)
            unfinished.append(second)
        }
        self.done = done
        self.unfinished = unfinished
        deferred = try await message("deferred", by: stranger)
        _ = NotificationDeferral(storeAt: phone.path + "/store").keep(deferred.push, now: Self.now)
        pending = [
            try await message("by Ann", by: phone.server),
            try await message("by Bob", by: bob),
            try await message("by Bob, one-time", by: bob, oneTime: true),
        ]
        for name in Self.senders {
            _ = try SenderIdentities.create(named: name, in: phone.store)
        }
        try Self.pair(with: bob, in: phone.store)
        let memory = StoredSenderMemory(in: phone.store)
        others = [try Phone(), try Phone()]
        for other in others {
            _ = try await Self.seal(as: "a", to: other, oneTime: true, in: phone.store)
        }
        let retired = try Phone()
        try await memory.retire(retired.keys.retirement())
        withExtendedLifetime(retired) {}
        try memory.forgetEnded(at: Self.now)
    }

    /// Pairs with a sender, as far as no relay is needed.
    private static func pair(with sender: SenderKeys, in store: RecordStore) throws {
        let book = PairingBook(store)
        let scanned = try ScannedLink(of: sender)
        let (box, hash) = try scanned.answer()
        guard var pairing = try book.agree(to: scanned.link, as: "Bob", now: now) else { return }
        let endpoint = StoredPairing.Endpoint(id: "e1", device: "d", url: scanned.endpoint())
        pairing = try book.keep(endpoint, for: pairing)
        pairing = try book.addContact(for: pairing, as: "Bob", from: .camera)
        _ = try book.keep(box, with: hash, for: pairing, now: now)
        try book.notePaired(by: sender.identity.bytes, hash)
    }

    /// Seals to another device, whose recipient the store keeps a list for.
    static func seal(
        as name: String,
        to other: Phone,
        oneTime: Bool = false,
        in store: RecordStore
    ) async throws -> SealedNotification {
        let sealer = Sender(
            keys: try SenderIdentities.load(named: name, from: store),
            memory: StoredSenderMemory(in: store)
        )
        let bundle = try other.keys.bundle(oneTime: oneTime ? 1 : 0, at: now)
        return try await sealer.seal(
            sealer.prepare(
                Array(#"{"aps":{"alert":{"body":"x"}}}"#.utf8),
                SealingOptions(),
                now: now
            ),
            for: SealingTarget(bundle, recipient: .named(other.path), topic: other.topic),
            now: now
        )
    }

    /// Every file of the store, by its path in it.
    func files() throws -> [String] {
        let root = phone.path + "/store"
        let manager = FileManager.default
        return try manager.subpathsOfDirectory(atPath: root).sorted().filter { path in
            let attributes = try manager.attributesOfItem(atPath: "\(root)/\(path)")
            return attributes[.type] as? FileAttributeType == .typeRegular
        }
    }

    /// A copy of the store, some time later.
    func copy() throws -> StoreCopy {
        let copy = StoreCopy()
        try FileManager.default.copyItem(atPath: phone.path + "/store", toPath: copy.path)
        try copy.age()
        return copy
    }
}

/// A copy of a store, which goes with its owner.
final class StoreCopy {
    private let folder = TemporaryFolder()
    var path: String { folder.path("store") }

    /// Lets a minute pass for the index, so that no run counts as being at work.
    func age() throws {
        let manager = FileManager.default
        for name in try manager.contentsOfDirectory(atPath: path + "/unfinished") {
            try manager.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -61)],
                ofItemAtPath: "\(path)/unfinished/\(name)"
            )
        }
    }

    func open() throws(StoreError) -> RecordStore {
        try RecordStore.open(at: path, key: .folder)
    }

    func read(_ file: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)")))
    }

    func write(_ bytes: [UInt8], to file: String) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(path)/\(file)"))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    func remove(_ file: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(file)")
    }
}
