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
}
