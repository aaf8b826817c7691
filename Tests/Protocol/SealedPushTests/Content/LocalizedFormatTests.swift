// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPush

struct LocalizedFormatTests {
    @Test(arguments: [
        ("no placeholder", [], "no placeholder"),
        ("%@ wrote %@", ["Anna", "Hello"], "Anna wrote Hello"),
        ("%2$@ from %1$@", ["Anna", "Hello"], "Hello from Anna"),
        ("%1$@ and %1$@", ["Anna"], "Anna and Anna"),
        ("%2$@ %@ %@", ["a", "b"], "b a b"),
        ("100%% of %@", ["Anna"], "100% of Anna"),
        ("%%@", ["Anna"], "%@"),
        ("%@", ["%@ %1$@ %%"], "%@ %1$@ %%"),
        ("%@", ["a", "b"], "a"),
        ("[%@]", [], "[]"),
        ("[%3$@]", ["a"], "[]"),
        ("[%0$@]", ["a"], "[%0$@]"),
        ("[%99999999999999999999$@]", ["a"], "[%99999999999999999999$@]"),
        ("%d %s %1$d %1$ %", ["a"], "%d %s %1$d %1$ %"),
        ("50 % off", ["a"], "50 % off"),
        ("%@\u{301}", ["e"], "e\u{301}"),
        ("%@", [""], ""),
        ("", ["a"], ""),
        ("%١$@", ["a"], "%١$@"),
    ])
    func `arguments are filled in`(_ format: String, _ arguments: [String], _ expected: String) {
        #expect(LocalizedFormat.fill(format, with: arguments) == expected)
    }

    private static let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"

    @Test(arguments: [
        (String(repeating: "x", count: 4096), [], 4096),
        (String(repeating: "x", count: 4097), [], 4096),
        ("%@", [String(repeating: "x", count: 5000)], 4096),
        ("%@%@", [String(repeating: "x", count: 4096), "y"], 4096),
        (String(repeating: "x", count: 4095) + "é", [], 4095),
        (String(repeating: "x", count: 4095) + "e\u{301}", [], 4095),
        (String(repeating: "x", count: 4096) + "\u{301}", [], 4095),
        (String(repeating: "x", count: 4090) + family, [], 4090),
        ("%@%@", [String(repeating: "x", count: 4080), family + "y"], 4080),
    ])
    func `a line ends with the last whole character before 4 KiB`(
        _ format: String,
        _ arguments: [String],
        _ count: Int
    ) {
        #expect(LocalizedFormat.fill(format, with: arguments).utf8.count == count)
    }

    @Test func `many placeholders with a long argument cost no more than the limit`() {
        let format = String(repeating: "%1$@", count: 4000)
        let argument = String(repeating: "x", count: 4_000_000)
        let duration = ContinuousClock().measure {
            for _ in 0..<100 {
                #expect(LocalizedFormat.fill(format, with: [argument]).utf8.count == 4096)
            }
        }
        // Unbounded, each text would have 16 GB.
        #expect(duration < .seconds(10))
    }
}
