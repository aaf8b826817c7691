// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushStore

@testable import SealedPushKeys

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

/// Prekeys without keys, as the machine knows them.
extension PrekeyLifecycle.Prekey {
    /// A prekey that was made at a moment; ids differ by number.
    static func sample(
        _ number: UInt32,
        _ class: PrekeyRecord.Class = .oneTime,
        epoch: UInt32 = 10,
        made: Timestamp = Samples.now
    ) -> Self {
        var id: [UInt8] = [`class`.rawValue, 0, 0, 0]
        id.append(bigEndian: number)
        return Self(
            id: PrekeyRecord.ID(id),
            terms: PrekeyTerm.terms(
                `class`,
                epoch: TakenEpoch(number: epoch, minimum: 0),
                now: made
            )
        )
    }

    /// A generation of one reusable prekey.
    static func generation(_ epoch: UInt32, made: Timestamp = Samples.now) -> [Self] {
        [sample(epoch, .reusable, epoch: epoch, made: made)]
    }

    /// One-time prekeys of one generation.
    static func oneTime(_ count: Int, epoch: UInt32, made: Timestamp = Samples.now) -> [Self] {
        (0..<UInt32(count)).map { sample(epoch << 8 | $0, epoch: epoch, made: made) }
    }
}

extension PrekeyLifecycle {
    /// A device with a full stock of two, which needs nothing at the moment it was made.
    static func calm(made: Timestamp = Samples.now) -> Self {
        var lifecycle = Self(
            prekeys: Prekey.generation(10, made: made) + Prekey.oneTime(2, epoch: 11, made: made),
            level: StockLevel(full: 2, low: 1)
        )
        lifecycle.states[10] = GenerationState(.reusable, made: made)
        lifecycle.states[11] = GenerationState(.stock, made: made)
        return lifecycle
    }

    /// What is due where an earlier reading of the clock said the same.
    func due(at now: Timestamp, rotating: Bool = false) -> [Action] {
        due(at: now, judgedBy: now, rotating: rotating)
    }

    /// Without some prekeys.
    func without(_ isGone: (Prekey) -> Bool) -> Self {
        var lifecycle = self
        lifecycle.prekeys.removeAll(where: isGone)
        return lifecycle
    }

    /// After a directory has said to have a generation.
    func acknowledging(_ epoch: UInt32, at now: Timestamp = Samples.now) -> Self {
        var lifecycle = self
        let ids = Set(prekeys.filter { $0.terms.epoch == epoch }.map(\.id))
        lifecycle.states.merge(acknowledging(ids, at: now)) { $1 }
        return lifecycle
    }
}
