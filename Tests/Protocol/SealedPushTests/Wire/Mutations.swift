// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport

/// Random changes to valid inputs, and inputs that are random throughout, for parsers that must never trap.
struct Mutations {
    private var generator: SeededGenerator
    private let valid: [[UInt8]]
    private let longest: Int

    init(of valid: [[UInt8]], seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        self.valid = valid
        longest = (valid.map(\.count).max() ?? 0) + 64
    }

    mutating func next() -> [UInt8] {
        let draw = generator.next()
        guard draw % 8 != 0, var bytes = valid.randomElement(using: &generator) else {
            return random(.random(in: 0...longest, using: &generator))
        }
        switch draw >> 8 % 4 {
        case 0: bytes.removeLast(.random(in: 0...bytes.count, using: &generator))
        case 1: bytes += random(.random(in: 1...64, using: &generator))
        case 2: bytes.removeFirst(.random(in: 0...min(8, bytes.count), using: &generator))
        default: break
        }
        for _ in 0..<draw >> 16 % 4 where !bytes.isEmpty {
            // Lengths and kinds stand at the start, so half of the changes go there.
            let isHead = Bool.random(using: &generator)
            let end = isHead ? min(48, bytes.count) : bytes.count
            let position = Int.random(in: 0..<end, using: &generator)
            bytes[position] = UInt8(truncatingIfNeeded: generator.next())
        }
        return bytes
    }

    private mutating func random(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            bytes.append(bigEndian: generator.next())
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
