// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DisplayVectors {
    /// Integers and flags in each notation.
    static func numberVectors() -> [Vector] {
        var group = VectorGroup(from: 2101)
        func add(
            _ slug: String,
            _ rule: String,
            _ comment: String,
            _ change: (inout Draft) -> Void
        ) {
            var draft = Draft()
            change(&draft)
            group.add("display-\(slug)", rule: rule, comment) { vector(of: draft, $0) }
        }
        let badges: [(String, Int?)] = [
            ("3.0", 3), ("3e0", 3), ("0.3E+1", 3), ("30e-1", 3), ("300.00e-2", 3), ("-0", 0),
            ("-0.0e5", 0), ("0e999999999999999999999", 0), ("9223372036854775807", .max),
            ("9223372036854775807.0", .max), ("922337203685477580.7e1", .max),
            ("9223372036854775808", nil), ("9223372036854775806.9", nil),
            ("9007199254740993", 9_007_199_254_740_993), ("3.5", nil), ("3e-1", nil), ("-1", nil),
            ("1e19", nil), ("1e-999999999999999999999", nil), ("1e999999999999999999999", nil),
            ("3.0000000000000000000000001", nil), (#""3""#, nil), ("true", nil), ("null", nil),
        ]
        for (place, (text, badge)) in badges.enumerated() {
            add("badge-\(place + 1)", "M-21", "A badge of \(text).") {
                $0.payload = content(aps: ",\"badge\":\(text)")
                $0.badge = badge
            }
        }
        let flags: [(String, Bool)] = [
            ("1", true), ("true", true), ("1.0", true), ("1e0", true), ("10E-1", true),
            ("0.01e2", true), ("0", false), ("false", false), ("2", false), ("-1", false),
            ("1.0000000000000000000000001", false), ("0.99999999999999999999999999", false),
            (#""1""#, false), (#""true""#, false), ("null", false), ("[1]", false),
        ]
        for (place, (text, isSet)) in flags.enumerated() {
            add("flag-\(place + 1)", "M-22", "A critical sound whose flag is \(text).") {
                $0.payload = content(aps: ",\"sound\":{\"critical\":\(text),\"name\":\"a.caf\"}")
                ($0.flags, $0.sound) = (["critical"], isSet ? "critical" : "a.caf")
            }
        }
        for (digit, badge) in [("9", nil), ("0", 1)] as [(String, Int?)] {
            add("badge-exponent-\(digit)", "M-21", "A badge of 1e and 5000 times \(digit).") {
                $0.payload = content(aps: ",\"badge\":1e" + String(repeating: digit, count: 5000))
                $0.badge = badge
            }
        }
        return group.vectors
    }
}
