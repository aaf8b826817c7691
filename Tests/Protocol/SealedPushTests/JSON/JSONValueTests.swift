// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct JSONValueTests {
    private func root(_ text: String) throws -> JSONValue {
        try JSONDocument(reading: [UInt8](text.utf8)).root
    }

    @Test func `a value answers for its own kind only`() throws {
        let values: [(String, JSONValue.Kind)] = [
            (" null", .null), ("true ", .bool), ("1", .number), (#""1""#, .string), ("[1]", .array),
            (#"{"a":1}"#, .object), (#""\n""#, .string),
        ]
        for (text, kind) in values {
            let value = try root(text)
            #expect(value.kind == kind)
            #expect(value.isNull == (kind == .null))
            #expect((value.bool != nil) == (kind == .bool))
            #expect((value.numberText != nil) == (kind == .number))
            #expect((value.integer != nil) == (kind == .number))
            #expect((value.string != nil) == (kind == .string))
            #expect((value.elements != nil) == (kind == .array))
            #expect((value.members != nil) == (kind == .object))
            #expect((value["a"] != nil) == (kind == .object))
        }
    }

    @Test func `reads the two truth values`() throws {
        #expect(try root("true").bool == true)
        #expect(try root("false").bool == false)
    }

    @Test(
        .rules("M-21 M-22"),
        arguments: [
            ("0", 0), ("-0", 0), ("42", 42), ("-42", -42), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775808", nil), ("1.0", 1),
            ("1e2", 100), ("-1.5", nil), ("30e-1", 3), ("-0.03E+2", -3), ("0e9", 0), ("-0.0", 0),
            ("3.0000000000000000000000001", nil), ("1e18", 1_000_000_000_000_000_000),
            ("1e19", nil),
            ("9223372036854775807.0", .max), ("922337203685477580.7e1", .max),
            ("-92233720368547758080E-1", .min), ("-9223372036854775809", nil),
            ("9223372036854775807.5", nil), ("9007199254740993", 9_007_199_254_740_993),
            ("1e999999999999999999999", nil), ("1e-999999999999999999999", nil),
            ("0e999999999999999999999", 0),
        ] as [(String, Int?)]
    )
    func `reads integers in each notation and keeps every number as text`(
        _ text: String,
        _ integer: Int?
    ) throws {
        #expect(try root(text).integer == integer)
        #expect(try root(text).numberText == text)
    }

    @Test(
        arguments: [
            (#""""#, ""), (#""a b""#, "a b"), (#""\"\\\/""#, "\"\\/"),
            (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20aC""#, "Aé€"),
            (#""\uD83D\ude00!""#, "😀!"), (#""\u0000""#, "\0"),
            (#""\uFFFF\uDBFF\uDFFF""#, "\u{FFFF}\u{10FFFF}"),
            (#""é\\u0041""#, "é\\u0041"),
        ] as [(String, String)]
    )
    func `resolves escapes`(_ text: String, _ expected: String) throws {
        let string = try #require(try root(text).string)
        #expect([UInt8](string.utf8) == [UInt8](expected.utf8))
    }

    @Test func `lists elements and members in order`() throws {
        let value = try root(#" { "z" : [ 1 , [ ] , "x" ] , "a" : { } , "\u006d" : null } "#)
        let members = try #require(value.members)
        #expect(members.map(\.key) == ["z", "a", "m"])
        #expect(members.map(\.value.kind) == [.array, .object, .null])
        let elements = try #require(members.first?.value.elements)
        #expect(
            elements.map { String(decoding: $0.bytes, as: UTF8.self) } == ["1", "[ ]", "\"x\""]
        )
        #expect(members[1].value.members?.isEmpty == true)
        #expect(elements[1].elements?.isEmpty == true)
    }

    @Test func `finds members by key, past nested ones of the same name`() throws {
        let value = try root(#"{"a":{"b":1,"c":[{"b":2}]},"b":3,"\u0064":4}"#)
        #expect(value["b"]?.integer == 3)
        #expect(value["a"]?["b"]?.integer == 1)
        #expect(value["d"]?.integer == 4)
        #expect(value["c"] == nil)
        #expect(value[""] == nil)
    }

    @Test func `gives a value's bytes as they came`() throws {
        let value = try root(#"{"a" : [1.50, "\u0041" ] }"#)
        #expect(
            value["a"].map { String(decoding: $0.bytes, as: UTF8.self) } == #"[1.50, "\u0041" ]"#
        )
    }

    @Test func `printing shows no content`() throws {
        let value = try root(#"{"secret":"hunter2"}"#)
        var dumped = ""
        dump(value, to: &dumped)
        dump(value.document, to: &dumped)
        dump(try #require(value.members?.first?.value), to: &dumped)
        let printed = dumped + "\(value) \(value.document) \(String(reflecting: value))"
        #expect(
            !printed.contains("hunter") && !printed.contains("secret") && !printed.contains("104")
        )
    }

    @Test func `documents are equal if their bytes are`() throws {
        #expect(try root("[1]").document == root("[1]").document)
        #expect(try root("[1]").document != root("[1] ").document)
        #expect(try Set([root("[1]").document, root("[1]").document]).count == 1)
    }
}

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
