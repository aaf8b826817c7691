// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushKeys
@testable import SealedPushStore

/// Which reading of the clock maintenance judges by.
struct ClockRecordTests {
    private static let start = Samples.now

    private static func at(_ time: Duration) -> Timestamp { start.advanced(by: time) }

    /// The record after readings at such times from the start.
    private func record(_ times: [Duration]) -> ClockRecord {
        times.reduce(ClockRecord(startingAt: Self.start)) { $0.reading(Self.at($1)) }
    }

    @Test(.rules("V-14")) func `a new record judges by 1970`() {
        let record = ClockRecord(startingAt: Self.start)
        #expect(record.previous == Timestamp(clamping: 0))
        #expect(record.last == Self.start)
    }

    /// Readings, and where the record is then; nil stands for 1970.
    static let readings: [(times: [Duration], previous: Duration?, last: Duration)] = [
        ([.zero], nil, .zero),
        ([.hours(20) - .milliseconds(1)], nil, .zero),
        ([.hours(20)], .zero, .hours(20)),
        ([.hours(20), .hours(39)], .zero, .hours(20)),
        ([.hours(20), .hours(40)], .hours(20), .hours(40)),
        // Back, by however little.
        ([.milliseconds(-1)], nil, .milliseconds(-1)),
        ([.hours(20), .hours(19)], .zero, .hours(19)),
        ([.hours(20), .hours(-1)], .hours(-1), .hours(-1)),
        ([.hours(20), .hours(-1), .hours(19)], .hours(-1), .hours(19)),
    ]

    @Test(.rules("V-14"), arguments: readings)
    func `a later reading confirms the last, and an earlier one takes its place`(
        times: [Duration],
        previous: Duration?,
        last: Duration
    ) {
        let record = record(times)
        #expect(record.previous == previous.map(Self.at) ?? Timestamp(clamping: 0))
        #expect(record.last == Self.at(last))
    }

    /// False readings after some true ones: one ahead and one behind in either order, the same
    /// twice within 20 hours, and one that is further ahead before one that is less.
    static let falsehoods: [[Duration]] = [
        [.days(3650), .days(-3650)], [.days(-3650), .days(3650)],
        [.days(3650), .days(3650) + .hours(19)], [.days(3650), .days(400)],
    ]

    @Test(.rules("V-14 C-16"), arguments: falsehoods)
    func `false readings and then the true time judge by no time that has not come`(
        times: [Duration]
    ) {
        for rests in [[], [.hours(20)], [.hours(20), .hours(44)]] as [[Duration]] {
            let before = rests.last ?? .zero
            for count in 0...times.count {
                let record = record(rests + times.prefix(count))
                #expect(record.previous <= Self.at(before))
            }
            let record = record(rests + times + [before + .hours(1), before + .hours(21)])
            #expect(record.previous <= Self.at(before + .hours(1)))
            #expect(record.last <= Self.at(before + .hours(21)))
        }
    }

    @Test func `two readings ahead that are 20 hours apart are believed`() {
        let record = record([.days(3650), .days(3650) + .hours(20)])
        #expect(record.previous == Self.at(.days(3650)))
    }

    @Test(.rules("V-14")) func `of daily readings the one before decides`() {
        var record = ClockRecord(startingAt: Self.start)
        for day in 1...30 as ClosedRange<Int64> {
            record = record.reading(Self.at(.days(day)))
            #expect(record.previous == Self.at(.days(day - 1)))
        }
    }

    // MARK: - Stored

    @Test func `the stored form is two big-endian times`() {
        let record = record([.hours(20)])
        let hours20: UInt64 = 20 * 3_600_000
        var bytes: [UInt8] = []
        bytes.append(bigEndian: Self.start.milliseconds)
        bytes.append(bigEndian: Self.start.milliseconds + hours20)
        #expect(record.stored == bytes)
        #expect(ClockRecord(stored: bytes) == record)
    }

    @Test(arguments: [
        [], [UInt8](repeating: 0, count: 15), [UInt8](repeating: 0, count: 17),
        [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 255, count: 8),
        [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1],
    ])
    func `bytes that were never written so are no record`(_ bytes: [UInt8]) {
        #expect(ClockRecord(stored: bytes) == nil)
    }

    @Test(.rules("V-14"))
    func `a record that is missing or damaged is begun anew, and one that is there goes on`()
        throws
    {
        let temporary = try TemporaryStore()
        let store = temporary.store
        func previous(_ time: Duration) throws -> Timestamp {
            let previous = try ClockRecord.update(at: Self.at(time), in: store)
            #expect(try !ClockRecord.isDue(at: Self.at(time), in: store))
            #expect(try ClockRecord.update(at: Self.at(time), in: store) == previous)
            return previous
        }
        let none = Timestamp(clamping: 0)
        #expect(try previous(.zero) == none)
        #expect(try previous(.hours(20)) == Self.start)
        #expect(try previous(.hours(21)) == Self.start)
        try temporary.damage("clock")
        #expect(try ClockRecord.isDue(at: Self.at(.hours(21)), in: store))
        #expect(try previous(.days(9)) == none)
        try store.replace(.clock, id: Array("clock".utf8), contents: [1, 2, 3].span)
        #expect(try previous(.days(10)) == none)
        #expect(try previous(.days(11)) == Self.at(.days(10)))
    }
}
