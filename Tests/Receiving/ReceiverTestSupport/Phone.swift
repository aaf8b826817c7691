// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SealedPush
package import SealedPushContacts
package import SealedPushKeys
package import SealedPushReceiver
package import SealedPushSender
package import SealedPushStore
import TestSupport

/// A device with a store on disk and a sender that knows it; the folder goes with it.
package final class Phone: Sendable {
    private let folder = TemporaryFolder()
    package var path: String { folder.path }
    package let store: RecordStore
    package let keys: DeviceKeys
    package let server = SenderKeys()
    package let topic: Topic

    package static let now = Timestamp(clamping: 1_750_000_000_000)

    package init(topic: String = "com.example.app") throws {
        guard let topic = Topic(topic) else { throw CocoaError(.formatting) }
        self.topic = topic
        let draft = try StoreDraft(at: folder.path("store"), key: .folder)
        try DeviceKeys.create(in: draft.store, topic: topic, now: Self.now)
        store = try draft.commit()
        keys = try DeviceKeys(in: store)
    }

    package var contacts: ContactBook { ContactBook(store) }

    /// Lets so much time pass for what runs have left: for a minute it may be theirs.
    package func age(bySeconds seconds: Double) throws {
        let index = URL(fileURLWithPath: path + "/store/unfinished")
        for name in try FileManager.default.contentsOfDirectory(atPath: index.path) {
            let file = index.appendingPathComponent(name).path
            // Who finishes a message just now is faster.
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
                let changed = attributes[.modificationDate] as? Date
            else { continue }
            try? FileManager.default.setAttributes(
                [.modificationDate: changed.addingTimeInterval(-seconds)],
                ofItemAtPath: file
            )
        }
    }

    package func receiver(_ unknownSenders: ContactStatus.UnknownSenderPolicy = .showUnverified)
        throws
        -> NotificationReceiver
    {
        try NotificationReceiver(store: store, unknownSenders: unknownSenders)
    }

    package func seal(
        _ payload: String,
        by sender: SenderKeys? = nil,
        oneTime: Bool = false,
        at now: Timestamp = Phone.now,
        _ change: (inout SealingOptions) -> Void = { _ in }
    ) async throws -> SealedNotification {
        let bundle = try keys.bundle(oneTime: oneTime ? 1 : 0, at: now)
        return try await seal(payload, by: sender, to: bundle, at: now, change)
    }

    /// Seals to what the phone has published, perhaps some time ago.
    package func seal(
        _ payload: String,
        by sender: SenderKeys? = nil,
        to bundle: DeviceBundle,
        at now: Timestamp,
        _ change: (inout SealingOptions) -> Void = { _ in }
    ) async throws -> SealedNotification {
        let sealer = Sender(keys: sender ?? server, memory: TransientSenderMemory())
        var options = SealingOptions()
        change(&options)
        return try await sealer.seal(
            sealer.prepare(Array(payload.utf8), options, now: now),
            for: SealingTarget(bundle, recipient: .untracked, topic: topic),
            now: now
        )
    }
}
