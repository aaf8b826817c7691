// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushStore

/// Values that the tests of keys use.
enum Samples {
    static let now = SampleDevice.now

    static func topic(_ text: String = "com.example.app") throws -> Topic {
        guard let topic = Topic(text) else { throw KeyError.store(.corrupted) }
        return topic
    }

    /// Makes a device in a store.
    static func device(
        in store: RecordStore,
        topic: String = "com.example.app",
        now: Timestamp = now
    ) throws -> DeviceKeys {
        try DeviceKeys.create(in: store, topic: Self.topic(topic), now: now)
        return try DeviceKeys(in: store)
    }
}

extension DeviceKeys {
    /// Maintains at a moment that an earlier run, 20 hours before, has seen as `time`.
    func maintain(judgingBy time: Timestamp) throws(KeyError) -> MaintenanceReport {
        try sweep(at: time)
        return try maintain(at: time.advanced(by: .hours(20)))
    }

    /// Sweeps at a moment that an earlier run, 20 hours before, has seen as `time`.
    @discardableResult
    func sweep(judgingBy time: Timestamp) throws(KeyError) -> [StoreError] {
        try sweep(at: time)
        return try sweep(at: time.advanced(by: .hours(20)))
    }

    /// Whether the private half of a prekey is there.
    func holds(_ record: PrekeyRecord) throws(KeyError) -> Bool {
        guard let prekey = try prekey(record.id) else { return false }
        return prekey.record == record
    }
}

extension DeviceBundle {
    var oneTime: [PrekeyRecord] { records.filter { $0.terms.class == .oneTime } }
}
