// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// Two readings of the clock, of which the earlier decides what is over age: one false time
/// destroys nothing (V-14).
///
/// Maintenance erases by ``previous``, which a later reading has confirmed: a clock that was ahead
/// once is set back by the next reading before anything is judged by it.
struct ClockRecord: Hashable {
    /// The reading by which maintenance judges.
    let previous: Timestamp
    /// The reading that the next one is held against.
    let last: Timestamp

    /// A reading confirms one that is so much earlier.
    static let interval: Duration = .hours(20)

    /// A record of one reading, which erases nothing: for a store that has none, or a damaged one.
    init(startingAt now: Timestamp) {
        self.init(previous: Timestamp(clamping: 0), last: now)
    }

    private init(previous: Timestamp, last: Timestamp) {
        self.previous = previous
        self.last = last
    }

    /// The record once the clock says `now`.
    func reading(_ now: Timestamp) -> ClockRecord {
        if now < last { return ClockRecord(previous: min(previous, now), last: now) }
        if now >= last.advanced(by: Self.interval) { return ClockRecord(previous: last, last: now) }
        return self
    }
}

// MARK: - Stored form

extension ClockRecord {
    /// Who keeps a record: a store may hold a device and senders.
    enum Keeper: String {
        case device = "clock"
        case senders = "senders' clock"

        fileprivate var id: [UInt8] { Array(rawValue.utf8) }
    }

    /// `previous u64 | last u64`.
    var stored: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: previous.milliseconds)
        bytes.append(bigEndian: last.milliseconds)
        return bytes
    }

    /// Reads what was stored, or gives nil if we would not have written it.
    init?(stored bytes: [UInt8]) {
        guard bytes.count == 16,
            let previous = Timestamp(milliseconds: bytes.span.bigEndian(UInt64.self, at: 0)),
            let last = Timestamp(milliseconds: bytes.span.bigEndian(UInt64.self, at: 8)),
            previous <= last
        else { return nil }
        self.init(previous: previous, last: last)
    }

    /// The record of a store once the clock says `now`, and whether that is other than what the
    /// store holds.
    static func reading(
        _ now: Timestamp,
        of keeper: Keeper = .device,
        in store: RecordStore
    ) throws(StoreError) -> (record: ClockRecord, isNew: Bool) {
        let stored: ClockRecord?
        do throws(StoreError) {
            stored = try store.read(.clock, id: keeper.id).flatMap(ClockRecord.init(stored:))
        } catch .corrupted {
            stored = nil
        }
        guard let stored else { return (ClockRecord(startingAt: now), true) }
        let record = stored.reading(now)
        return (record, record != stored)
    }

    /// Whether a run at `now` would judge by another time than the last one (V-14 lines 45 to 47).
    static func isDue(at now: Timestamp, in store: RecordStore) throws(StoreError) -> Bool {
        try reading(now, in: store).isNew
    }

    /// Brings the record of a store up to date, durably, and gives the time to judge by
    /// (V-14 line 48).
    static func update(
        at now: Timestamp,
        of keeper: Keeper = .device,
        in store: RecordStore
    ) throws(StoreError) -> Timestamp {
        let (record, isNew) = try reading(now, of: keeper, in: store)
        if isNew {
            try store.replace(.clock, id: keeper.id, contents: record.stored.span)
        } else {
            // A killed run can have written it without a sync.
            try store.sync(.clock)
        }
        return record.previous
    }
}
