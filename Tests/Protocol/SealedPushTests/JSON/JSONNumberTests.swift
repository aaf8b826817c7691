// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite(.rules("M-21 M-22")) struct JSONNumberTests {
    private func value(_ text: String) throws -> JSONValue {
        try JSONDocument(reading: [UInt8](text.utf8)).root
    }

    /// The number `digits` × 10^`power` in one of the many notations of JSON.
    private func notation(
        of digits: String,
        times power: Int,
        using generator: inout SeededGenerator
    ) -> String {
        let zeros = Int.random(in: 0...25, using: &generator)
        let padded = digits + String(repeating: "0", count: zeros)
        let places = Int.random(in: 0...padded.count + 2, using: &generator)
        let long = String(repeating: "0", count: max(0, places + 1 - padded.count)) + padded
        let whole = long.dropLast(places)
        let start = whole.firstIndex { $0 != "0" } ?? whole.index(before: whole.endIndex)
        let exponent = places - zeros + power
        let sign = exponent < 0 ? "" : ["", "+"].randomElement(using: &generator) ?? ""
        let letter = ["e", "E"].randomElement(using: &generator) ?? "e"
        let suffix = exponent == 0 ? "" : "\(letter)\(sign)\(exponent)"
        return whole[start...] + (places > 0 ? "." + long.suffix(places) : "") + suffix
    }

    @Test func `each integer of 64 bits is read from each notation`() throws {
        var generator = SeededGenerator(seed: 64)
        for round in 0..<2000 {
            let bits = Int.random(in: 0...63, using: &generator)
            let integer =
                round < 8
                ? [0, 1, -1, 10, .max, .min, .max - 1, .min + 1][round]
                : Int.random(in: .min ... .max, using: &generator) >> bits
            let digits = String(integer.magnitude)
            let text = (integer < 0 ? "-" : "") + notation(of: digits, times: 0, using: &generator)
            #expect(try value(text).integer == integer, "\(text)")
        }
    }

    @Test func `a number between integers or out of range is none in any notation`() throws {
        var generator = SeededGenerator(seed: 65)
        for _ in 0..<2000 {
            let digit = Int.random(in: 1...9, using: &generator)
            let digits = "\(UInt64.random(in: 0...UInt64.max, using: &generator))\(digit)"
            let power = [-1, -2, -20, -40, 1, 2, 20].randomElement(using: &generator) ?? -1
            let text = notation(
                of: power < 0 ? digits : "9223372036854775808",
                times: power,
                using: &generator
            )
            #expect(try value(text).integer == nil, "\(text)")
        }
    }

    @Test(
        arguments: [
            ("true", true), ("1", true), ("1.0", true), ("10e-1", true), ("0.1E1", true),
            ("false", false), ("0", false), ("2", false), ("-1", false), ("1.5", false),
            ("1.00000000000000000001", false), (#""1""#, false), (#""true""#, false),
            ("null", false), ("[1]", false), ("{}", false),
        ] as [(String, Bool)]
    )
    func `a flag is set by true and by the number 1 alone`(_ text: String, _ isSet: Bool) throws {
        #expect(try value(text).isSet == isSet)
    }
}
