// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import TestSupport
import Testing

@Suite(.rules("M-9 M-10 M-11")) struct LowOrderTests {
    private static let prime = [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    private static let lowOrder: [[UInt8]] = [
        [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
        [0xEC] + prime, [0xED] + prime, [0xEE] + prime,
        [
            0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F,
            0xC4, 0x6A, 0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16,
            0x5F, 0x49, 0xB8, 0x00,
        ],
        [
            0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24, 0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83,
            0xEF, 0x5B, 0x04, 0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86, 0xD8, 0x22, 0x4E, 0xDD,
            0xD0, 0x9F, 0x11, 0x57,
        ],
    ]

    @Test(arguments: lowOrder)
    func `an encapsulated key of low order is refused, whatever its top bit`(
        _ point: [UInt8]
    ) throws {
        let exchange = try Exchange()
        for topBit: UInt8 in [0, 0x80] {
            var raw = RawMessage(in: exchange)
            raw.encapsulatedKey = { $0.dropLast(32) + point[..<31] + [point[31] | topBit] }
            #expect(exchange.open(raw.envelope(to: exchange.record)).error == .cannotOpen)
        }
    }

    @Test func `a low order point in the ML-KEM half is only a wrong key`() throws {
        let exchange = try Exchange()
        var raw = RawMessage(in: exchange)
        raw.encapsulatedKey = { [UInt8](repeating: 0, count: 32) + $0.dropFirst(32) }
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == .cannotOpen)
    }
}
