// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore

/// A device with a store on disk and a sender that knows it; the folder goes with it.
final class Phone: Sendable {
    let path: String
    let store: RecordStore
    let keys: DeviceKeys
    let server = SenderKeys()
    let topic: Topic

    static let now = Timestamp(clamping: 1_750_000_000_000)

    init(topic: String = "com.example.app") throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sealedpush-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
        guard let topic = Topic(topic) else { throw CocoaError(.formatting) }
        self.topic = topic
        let draft = try StoreDraft(at: path + "/store", key: .folder)
        try DeviceKeys.create(in: draft.store, topic: topic, now: Self.now)
        store = try draft.commit()
        keys = try DeviceKeys(in: store)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var contacts: ContactBook { ContactBook(store) }

    func receiver(_ unknownSenders: UnknownSenderPolicy = .showUnverified) throws
        -> NotificationReceiver
    {
        try NotificationReceiver(store: store, unknownSenders: unknownSenders)
    }

    func seal(
        _ payload: String,
        oneTime: Bool = false,
        at now: Timestamp = Phone.now,
        _ change: (inout SealingOptions) -> Void = { _ in }
    ) async throws -> SealedNotification {
        let sealer = NotificationSealer(
            sender: server,
            topic: topic,
            memory: TransientSenderMemory()
        )
        var options = SealingOptions()
        change(&options)
        return try await sealer.seal(
            Payload(reading: Array(payload.utf8)),
            for: SealingTarget(keys.bundle(oneTime: oneTime ? 1 : 0, at: now)),
            options: options,
            now: now
        )
    }
}
