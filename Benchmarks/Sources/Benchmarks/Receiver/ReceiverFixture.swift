// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushSender
import SealedPushStore

/// A device with a store on disk, and a sender that is its contact.
struct ReceiverFixture {
    private let folder: URL
    private let sealer: Sender
    private let target: SealingTarget
    private let payload: Payload

    /// The name of the sender, which the device shows above what it writes.
    static let contact = "Ottoline"

    var store: String { folder.appendingPathComponent("device").path }
    var key: String { folder.appendingPathComponent("key").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sealedpush-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let topic = try Exchange.checkedTopic()
        let sender = SenderKeys()
        let draft = try StoreDraft(
            at: folder.appendingPathComponent("device").path,
            key: .file(folder.appendingPathComponent("key").path)
        )
        try DeviceKeys.create(in: draft.store, topic: topic, now: Self.now)
        let store = try draft.commit()
        try ContactBook(store).add(name: Self.contact, identity: sender.identity)
        target = SealingTarget(
            try DeviceKeys(in: store).bundle(at: Self.now),
            recipient: .untracked,
            topic: topic
        )
        sealer = Sender(keys: sender, memory: TransientSenderMemory())
        payload = try Payload(reading: Content.bytes(count: 1024))
    }

    /// A sealed push as it arrives, each time another.
    func push() async throws -> [UInt8] {
        try await notification().payload
    }

    /// The same, with the headers that go with it.
    func notification() async throws -> SealedNotification {
        try await sealer.seal(sealer.prepare(payload, now: Self.now), for: target, now: Self.now)
    }

    /// A file that is not there yet.
    func newFile() -> URL { folder.appendingPathComponent(UUID().uuidString) }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    private static var now: Timestamp {
        Timestamp(clamping: UInt64(Date.now.timeIntervalSince1970 * 1000))
    }
}
