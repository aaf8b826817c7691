// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Little-endian encodings of numbers modulo p = 2^255 - 19 that the refusals of both curves name.
enum FieldEncoding {
    static let zero = [UInt8](repeating: 0, count: 32)
    static let one: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
    static let primeMinusOne: [UInt8] = [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    static let prime: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    static let primePlusOne: [UInt8] = [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]

    /// Whether `encoding`, its top bit cleared, is `refused`; both are public, so the time may
    /// vary.
    static func isEqual(_ encoding: Span<UInt8>, _ refused: [UInt8]) -> Bool {
        guard encoding[31] & 0x7F == refused[31] else { return false }
        for index in 0..<31 where encoding[index] != refused[index] { return false }
        return true
    }
}
