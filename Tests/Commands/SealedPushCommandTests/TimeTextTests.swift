// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

@testable import SealedPushCommand

struct TimeTextTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-11-21T10:00:00Z", 1_795_255_200_000),
        ("2026-11-21T10:00:00.042Z", 1_795_255_200_042),
        ("2024-02-29T23:59:59Z", 1_709_251_199_000),
        ("1795255200042", 1_795_255_200_042), ("@1795255200", 1_795_255_200_000), ("0", 0),
        ("9007199254740991", 9_007_199_254_740_991),
    ])
    func `reads a moment`(_ text: String, _ milliseconds: UInt64) {
        #expect(TimeText.moment(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "now", "2026-11-21", "2026-11-21T10:00:00", "2026-11-21T10:00:00+01:00",
        "2026-02-30T10:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21t10:00:00z",
        "2026-11-21T10:00:00.5Z", "2026-11-21T10:00:00.0425Z", "1960-01-01T00:00:00Z",
        "9007199254740992", "-1", "+1", "1.5", "@", "@-1", "@18446744073709551615", " 0",
    ])
    func `refuses what could be taken for another moment`(_ text: String) {
        #expect(TimeText.moment(text) == nil)
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
