// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Numbers modulo the order of Ed25519's main subgroup, as four words, the least significant first.
///
/// Slow and simple: it makes the signatures that a careless verifier would take.
struct GroupScalar: Equatable {
    private var words: [UInt64]

    private static let order: [UInt64] = [
        0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0, 0x1000_0000_0000_0000,
    ]

    /// The number of little-endian `bytes` of any length, reduced.
    init(reducing bytes: [UInt8]) {
        self = .zero
        for byte in bytes.reversed() {
            for bit in (0..<8).reversed() {
                self = self + self
                if byte >> UInt8(bit) & 1 == 1 { self = self + GroupScalar.one }
            }
        }
    }

    private init(words: [UInt64]) { self.words = words }

    static let zero = GroupScalar(words: [0, 0, 0, 0])
    private static let one = GroupScalar(words: [1, 0, 0, 0])

    /// The private scalar of an Ed25519 seed (RFC 8032, section 5.1.5).
    static func secret(seed: [UInt8]) -> GroupScalar {
        var bytes = Array(sha512(seed).prefix(32))
        bytes[0] &= 0xF8
        bytes[31] = bytes[31] & 0x7F | 0x40
        return GroupScalar(reducing: bytes)
    }

    static func + (first: GroupScalar, second: GroupScalar) -> GroupScalar {
        let sum = added(first.words, second.words)
        return GroupScalar(words: isLess(sum, order) ? sum : subtracted(sum, order))
    }

    static func * (first: GroupScalar, second: GroupScalar) -> GroupScalar {
        var product = zero
        for bit in (0..<256).reversed() {
            product = product + product
            if first.words[bit / 64] >> UInt64(bit % 64) & 1 == 1 { product = product + second }
        }
        return product
    }

    /// 32 bytes, little-endian.
    var bytes: [UInt8] { Self.bytes(words) }

    /// The bytes of the number plus the order: the same scalar, in an encoding that is to be
    /// refused.
    var unreducedBytes: [UInt8] { Self.bytes(Self.added(words, Self.order)) }

    private static func bytes(_ words: [UInt64]) -> [UInt8] {
        words.flatMap { bigEndian($0).reversed() }
    }

    private static func added(_ first: [UInt64], _ second: [UInt64]) -> [UInt64] {
        var carry: UInt64 = 0
        return zip(first, second).map { left, right in
            let (partial, overflow) = left.addingReportingOverflow(right)
            let (sum, again) = partial.addingReportingOverflow(carry)
            carry = overflow || again ? 1 : 0
            return sum
        }
    }

    private static func subtracted(_ first: [UInt64], _ second: [UInt64]) -> [UInt64] {
        var borrow: UInt64 = 0
        return zip(first, second).map { left, right in
            let (partial, overflow) = left.subtractingReportingOverflow(right)
            let (difference, again) = partial.subtractingReportingOverflow(borrow)
            borrow = overflow || again ? 1 : 0
            return difference
        }
    }

    private static func isLess(_ first: [UInt64], _ second: [UInt64]) -> Bool {
        for (left, right) in zip(first, second).reversed() where left != right {
            return left < right
        }
        return false
    }
}
