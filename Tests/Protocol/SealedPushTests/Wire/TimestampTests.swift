// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct TimestampTests {
    private static let maximum: UInt64 = (1 << 53) - 1

    /// Seconds that are still a number of milliseconds, and a fraction that is too much.
    private static func lastThousand(_ limit: Int64, attoseconds: Int64) -> Duration {
        Duration(secondsComponent: limit / 1000, attosecondsComponent: attoseconds)
    }

    @Test(
        .rules("M-2 M-3"),
        arguments: [
            (0, 0), (1, 1), (maximum, maximum), (maximum + 1, nil), (.max, nil),
        ] as [(UInt64, UInt64?)]
    )
    func `a moment is at most 2^53 - 1`(_ milliseconds: UInt64, _ expected: UInt64?) {
        #expect(Timestamp(milliseconds: milliseconds)?.milliseconds == expected)
        #expect(Timestamp(clamping: milliseconds).milliseconds == expected ?? Self.maximum)
        #expect(Timestamp.latest.milliseconds == Self.maximum)
    }

    @Test(
        .rules("M-2 M-3"),
        arguments: [
            (0, .zero, 0), (5, .milliseconds(1), 6), (5, .milliseconds(-5), 0),
            (5, .milliseconds(-6), 0), (5, .seconds(Int64.min), 0),
            (5, .seconds(Int64.max), maximum), (maximum, .milliseconds(1), maximum),
            (maximum, .milliseconds(-1), maximum - 1), (0, .seconds(Int64.max / 1000), maximum),
            (0, .seconds(Int64.max / 1000 + 1), maximum),
            (maximum, .seconds(Int64.min / 1000), 0),
            (maximum, .seconds(Int64.min / 1000 - 1), 0),
            (0, Duration(secondsComponent: .max, attosecondsComponent: 1 << 59), maximum),
            (9, Duration(secondsComponent: .min, attosecondsComponent: -(1 << 59)), 0),
            (0, Duration(secondsComponent: .max / 1000, attosecondsComponent: 1 << 59), maximum),
            (9, Duration(secondsComponent: .min / 1000, attosecondsComponent: -(1 << 59)), 0),
            (0, lastThousand(.max, attoseconds: 999_000_000_000_000_000), maximum),
            (9, lastThousand(.min, attoseconds: -999_000_000_000_000_000), 0),
            (0, .milliseconds(1999), 1999), (5000, .milliseconds(-1999), 3001),
            (5, .microseconds(999), 5), (5, .microseconds(-999), 5),
        ] as [(UInt64, Duration, UInt64)]
    )
    func `sums stay inside what has an encoding`(
        _ start: UInt64,
        _ change: Duration,
        _ expected: UInt64
    ) {
        #expect(Timestamp(clamping: start).advanced(by: change).milliseconds == expected)
    }

    @Test func `sums are exact where they fit`() {
        var generator = SeededGenerator(seed: 53)
        for _ in 0..<10_000 {
            let start = UInt64.random(in: 0...Self.maximum, using: &generator)
            let end = UInt64.random(in: 0...Self.maximum, using: &generator)
            let change = Duration.milliseconds(Int64(end) - Int64(start))
            #expect(Timestamp(clamping: start).advanced(by: change).milliseconds == end)
        }
    }

    @Test func `moments are ordered`() {
        #expect(Timestamp(clamping: 1) < Timestamp(clamping: 2))
        #expect(!(Timestamp(clamping: 2) < Timestamp(clamping: 2)))
        #expect(Timestamp(clamping: 3) > Timestamp(clamping: 2))
    }

    @Test func `units have their length`() {
        #expect(Duration.minutes(5) == .seconds(300))
        #expect(Duration.hours(24) == .seconds(86_400))
        #expect(Duration.days(45) == .seconds(45 * 86_400))
    }
}
