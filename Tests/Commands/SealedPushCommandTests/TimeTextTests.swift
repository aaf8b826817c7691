// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

@testable import SealedPushCommand

struct TimeTextTests {
    @Test(arguments: [
        ("2026-11-21T10:00:00Z", 1_795_255_200_000),
        ("2026-11-21T10:00:00.042Z", 1_795_255_200_042),
        ("2026-11-21T11:30:00+01:30", 1_795_255_200_000),
        ("2026-11-20T22:00:00.042-12:00", 1_795_255_200_042),
        ("2026-11-21T10:00:00+00:00", 1_795_255_200_000),
        ("2024-02-29T23:59:59Z", 1_709_251_199_000), ("1795255200", 1_795_255_200_000),
        ("2020-01-01T00:00:00Z", 1_577_836_800_000), ("1577836800", 1_577_836_800_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
    func `reads a moment`(_ text: String, _ milliseconds: UInt64) throws {
        #expect(try TimeText.moment(text).milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "now", "2026-11-21", "2026-11-21T10:00:00", "2026-11-21T10:00:00+0100",
        "2026-02-30T10:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21t10:00:00z",
        "2026-11-21T10:00:00.5Z", "2026-11-21T10:00:00.0425Z", "2026-11-21T10:00:00+24:00",
        "2026-11-21T10:00:00+00:60", "2026-11-21T10:00:00Z\n", "٢٠٢٦-11-21T10:00:00Z",
        "-1", "+1", "1.5", "@1795255200", " 0", "99999999999999999999",
    ])
    func `refuses what could be taken for another moment`(_ text: String) {
        #expect(throws: TimeText.MomentError.form) { try TimeText.moment(text) }
    }

    @Test(arguments: [
        "0", "1577836799", "1960-01-01T00:00:00Z", "2020-01-01T00:00:00+00:01",
        "0000-01-01T00:00:00Z",
    ])
    func `a time before 2020 is refused`(_ text: String) {
        #expect(throws: TimeText.MomentError.tooEarly) { try TimeText.moment(text) }
    }

    @Test(arguments: ["1795255200042", "253402300800", "9999-12-31T23:59:59-00:01"])
    func `milliseconds are not taken for seconds`(_ text: String) {
        #expect(throws: TimeText.MomentError.tooLate) { try TimeText.moment(text) }
    }

    @Test(arguments: [("90s", 90), ("15m", 900), ("24h", 86_400), ("30d", 2_592_000), ("0s", 0)])
    func `reads a duration`(_ text: String, _ seconds: UInt32) {
        #expect(TimeText.seconds(text) == seconds)
    }

    @Test(arguments: ["", "s", "90", "-1s", "1.5h", "1w", "24H", "1h30m", "99999999999999999999d"])
    func `refuses what is no duration`(_ text: String) {
        #expect(TimeText.seconds(text) == nil)
    }

    @Test func `shows a moment to the second`() throws {
        let moment = try #require(Timestamp(milliseconds: 1_795_255_200_999))
        #expect(TimeText.text(of: moment) == "2026-11-21T10:00:00Z")
    }
}
