// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct SafetyNumberTests {
    /// The public keys of RFC 8032, section 7.1, TEST 1 and TEST 2.
    private static let first: [UInt8] = [
        0xD7, 0x5A, 0x98, 0x01, 0x82, 0xB1, 0x0A, 0xB7, 0xD5, 0x4B, 0xFE, 0xD3, 0xC9, 0x64, 0x07,
        0x3A, 0x0E, 0xE1, 0x72, 0xF3, 0xDA, 0xA6, 0x23, 0x25, 0xAF, 0x02, 0x1A, 0x68, 0xF7, 0x07,
        0x51, 0x1A,
    ]
    private static let second: [UInt8] = [
        0x3D, 0x40, 0x17, 0xC3, 0xE8, 0x43, 0x89, 0x5A, 0x92, 0xB7, 0x0A, 0xA7, 0x4D, 0x1B, 0x7E,
        0xBC, 0x9C, 0x98, 0x2C, 0xCF, 0x2E, 0xC4, 0x96, 0x8C, 0xC0, 0xCD, 0x55, 0xF1, 0x2A, 0xF4,
        0x66, 0x0C,
    ]

    private func number(_ sender: [UInt8], _ device: [UInt8]) throws -> SafetyNumber {
        try SafetyNumber(
            sender: SenderIdentity(reading: sender.span),
            device: DeviceIdentity(reading: device.span)
        )
    }

    /// Computed with Python's hashlib by the steps of docs/protocol/devices.md, section 7.
    @Test(.rules("V-25")) func `known keys have known numbers`() throws {
        let number = try number(Self.first, Self.second)
        #expect(number.digits == "204317619937858255770932100709043247031036747411745271847512")
        let turned = try self.number(Self.second, Self.first)
        #expect(turned.digits == "740592990477146468113859140062752941781661193101696427025817")
    }

    @Test func `people read twelve groups of five`() throws {
        let number = try number(Self.first, Self.second)
        let groups = "20431 76199 37858 25577 09321 00709 04324 70310 36747 41174 52718 47512"
        #expect(number.grouped == groups)
        #expect("\(number)" == groups)
    }

    static let groups = "20431 76199 37858 25577 09321 00709 04324 70310 36747 41174 52718 47512"

    @Test(arguments: [
        groups, "  \(groups)\r\n", groups.replacing(" ", with: ""),
        groups.replacing(" ", with: "-"),
        groups.replacing(" 04324", with: "\n04324"),
    ])
    func `what a person types is read, however it is spaced`(_ text: String) throws {
        #expect(SafetyNumber(typed: text) == (try number(Self.first, Self.second)))
    }

    @Test(arguments: [
        "", "20431", groups + "0", String(groups.dropLast()), groups.replacing("2", with: "x"),
        groups.replacing("2", with: "\u{0662}"), "sealedpush-number-1:" + groups,
        groups.replacing(" ", with: "."), groups.replacing(" ", with: "\u{A0}"),
    ])
    func `what is not sixty digits is no number`(_ text: String) {
        #expect(SafetyNumber(typed: text) == nil)
    }

    @Test func `a code's text is the prefix and the digits, and is read again`() throws {
        let number = try number(Self.first, Self.second)
        #expect(number.scanned == "sealedpush-number-1:" + Self.groups.replacing(" ", with: ""))
        #expect(SafetyNumber(scanned: number.scanned) == number)
        #expect(SafetyNumber(scanned: " \(number.scanned)\r\n") == number)
    }

    @Test(arguments: [
        "", "sealedpush-number-1:", "sealedpush-number-1:" + groups,
        groups.replacing(" ", with: ""),
        "sealedpush-number-2:" + groups.replacing(" ", with: ""),
        "SEALEDPUSH-NUMBER-1:" + groups.replacing(" ", with: ""),
        "sealedpush-number-1:" + groups.replacing(" ", with: "") + "0",
        "sealedpush-number-1: " + groups.replacing(" ", with: ""),
    ])
    func `another code is no number`(_ text: String) {
        #expect(SafetyNumber(scanned: text) == nil)
    }

    @Test func `a key has another half in the other role`() throws {
        let number = try number(Self.first, Self.second).digits
        let turned = try self.number(Self.second, Self.first).digits
        let halves = [number.prefix(30), number.suffix(30), turned.prefix(30), turned.suffix(30)]
        #expect(Set(halves).count == 4)
    }

    @Test func `each half depends on its own key only`() throws {
        let third = try SenderKeys.sample().identity.bytes
        let number = try number(Self.first, Self.second).digits
        #expect(try self.number(Self.first, third).digits.prefix(30) == number.prefix(30))
        #expect(try self.number(third, Self.second).digits.suffix(30) == number.suffix(30))
        #expect(try self.number(Self.first, third).digits.suffix(30) != number.suffix(30))
    }

    @Test(.rules("V-25")) func `equal keys have no number`() {
        #expect(throws: WireError.equalKeys) { try number(Self.first, Self.first) }
    }
}
