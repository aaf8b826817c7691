// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReceiverTestSupport
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushSender
import SealedPushStore
import SimulatedDevice
import Synchronization
import Testing

@testable import IOSExample

/// The example for iOS, as far as it compiles here.
@Suite struct ExampleTests {
    @Test func `the extension of the example opens a push`() async throws {
        let phone = try Phone()
        let folder = URL(filePath: phone.path).appending(path: "group")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        Containers.folder.withLock { $0 = folder }
        // It goes by the clock of this machine.
        let now = Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
        let draft = try StoreDraft(at: folder.path + "/store", key: Shared.key)
        try DeviceKeys.create(in: draft.store, topic: phone.topic, now: now)
        let store = try draft.commit()
        try ContactBook(store).add(name: "Ann", identity: phone.server.identity)
        let sealer = NotificationSealer(
            sender: phone.server,
            topic: phone.topic,
            memory: TransientSenderMemory()
        )
        let sealed = try await sealer.seal(
            Payload(reading: Array(#"{"aps":{"alert":"Dinner at eight?"}}"#.utf8)),
            for: SealingTarget(DeviceKeys(in: store).bundle(at: now)),
            now: now
        )
        let device = SimulatedDevice(profile: DeviceProfile(app: phone.topic.text)) {
            NotificationService()
        }
        let report = await device.deliver(payload: sealed.payload).report
        #expect(report.shown?.lines == ["Ann", "Dinner at eight?"])
    }
}
