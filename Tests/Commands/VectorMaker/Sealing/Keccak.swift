// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// SHA-3 and SHAKE (FIPS 202), which X-Wing needs and our cryptography does not show: slow and
/// simple.
enum Keccak {
    static func sha3256(_ bytes: [UInt8]) -> [UInt8] { sponge(bytes, rate: 136, 0x06, count: 32) }

    static func sha3512(_ bytes: [UInt8]) -> [UInt8] { sponge(bytes, rate: 72, 0x06, count: 64) }

    static func shake128(_ bytes: [UInt8], count: Int) -> [UInt8] {
        sponge(bytes, rate: 168, 0x1F, count: count)
    }

    static func shake256(_ bytes: [UInt8], count: Int) -> [UInt8] {
        sponge(bytes, rate: 136, 0x1F, count: count)
    }

    private static func sponge(
        _ input: [UInt8],
        rate: Int,
        _ suffix: UInt8,
        count: Int
    ) -> [UInt8] {
        var padded = input + [suffix]
        padded += [UInt8](repeating: 0, count: (rate - padded.count % rate) % rate)
        padded[padded.count - 1] |= 0x80
        var state = [UInt64](repeating: 0, count: 25)
        for start in stride(from: 0, to: padded.count, by: rate) {
            for index in 0..<rate {
                state[index / 8] ^= UInt64(padded[start + index]) << UInt64(index % 8 * 8)
            }
            permute(&state)
        }
        var output: [UInt8] = []
        while true {
            output += (0..<rate).map {
                UInt8(truncatingIfNeeded: state[$0 / 8] >> UInt64($0 % 8 * 8))
            }
            guard output.count < count else { return Array(output.prefix(count)) }
            permute(&state)
        }
    }

    /// Keccak-f[1600]; the lane (x, y) stands at x + 5y.
    private static func permute(_ lanes: inout [UInt64]) {
        var constant: UInt8 = 1
        for _ in 0..<24 {
            theta(&lanes)
            rhoAndPi(&lanes)
            for row in stride(from: 0, to: 25, by: 5) {
                let old = Array(lanes[row..<row + 5])
                for x in 0..<5 { lanes[row + x] = old[x] ^ (~old[(x + 1) % 5] & old[(x + 2) % 5]) }
            }
            for bit in 0..<7 {
                constant = constant << 1 ^ (constant >> 7 == 1 ? 0x71 : 0)
                if constant & 2 != 0 { lanes[0] ^= 1 << UInt64((1 << bit) - 1) }
            }
        }
    }

    private static func theta(_ lanes: inout [UInt64]) {
        var columns = [UInt64](repeating: 0, count: 5)
        for index in 0..<25 { columns[index % 5] ^= lanes[index] }
        for index in 0..<25 {
            lanes[index] ^= columns[(index + 4) % 5] ^ rotated(columns[(index + 1) % 5], by: 1)
        }
    }

    private static func rhoAndPi(_ lanes: inout [UInt64]) {
        var (x, y) = (1, 0)
        var current = lanes[1]
        for step in 1...24 {
            (x, y) = (y, (2 * x + 3 * y) % 5)
            let next = lanes[x + 5 * y]
            lanes[x + 5 * y] = rotated(current, by: step * (step + 1) / 2 % 64)
            current = next
        }
    }

    private static func rotated(_ lane: UInt64, by count: Int) -> UInt64 {
        lane << UInt64(count) | lane >> UInt64(64 - count)
    }
}
