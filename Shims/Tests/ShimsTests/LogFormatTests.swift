// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OSLog
import Testing

@testable import os

struct LogFormatTests {
    @Test(
        arguments: [
            ("100 %%", [], "100 %"),
            ("%d of %ld", [1, 2], "1 of 2"),
            ("%{private}d", [1], "<private>"),
            ("%@ %{public}@", ["a", "b"], "<private> b"),
            ("%s %{public}s", ["a", "b"], "<private> b"),
            ("%.2f|%5d|%05.1f", [1.239, 7, 2.5], "1.24|    7|002.5"),
            ("%x %llX %u", [255, 255, Int32(-1)], "ff FF 4294967295"),
            ("%d %i", [UInt64.max, Int8(-3)], "18446744073709551615 -3"),
            ("%d %f", [2.5, true], "2.5 true"),
            ("%d %d", [1], "1 <missing>"),
            ("%{public, mask.hash}@", ["a"], "a"),
            ("%@", [], "<missing>"),
            ("%", [1], ""),
            ("%{public", ["a"], ""),
        ] as [(String, [any CVarArg & Sendable], String)]
    )
    func `places take what fits them`(
        _ format: String,
        _ arguments: [any CVarArg & Sendable],
        _ expected: String
    ) {
        #expect(LogFormat.fill(format, with: arguments) == expected)
    }

    @Test func `the older calls are taken in each form`() {
        let entries = Log.entries(of: "forms") {
            let log = OSLog(subsystem: "forms", category: "a")
            os_log("one %{public}@", log: log, type: .error, "1")
            os_log("two", log: log)
            os_log(.info, log: log, "three")
            os_log(.fault, log: log, "four \(4)")
            os_log("this is heard elsewhere")
        }
        #expect(entries.map(\.message) == ["one 1", "two", "three", "four 4"])
        #expect(entries.map(\.type) == [.error, .default, .info, .fault])
    }
}
