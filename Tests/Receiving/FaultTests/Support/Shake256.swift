// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// SHAKE256 (FIPS 202, section 6.2) of a short input, as X-Wing expands its seeds by; for tests
/// only.
enum Shake256 {
    private static let rate = 136

    /// So many bytes made of an input of less than 136.
    static func expand(_ input: [UInt8], count: Int) -> [UInt8] {
        precondition(input.count < rate && count <= rate, "one block in, one block out")
        var block = input + [0x1F] + [UInt8](repeating: 0, count: rate - input.count - 1)
        block[rate - 1] |= 0x80
        var state = [UInt64](repeating: 0, count: 25)
        for (index, byte) in block.enumerated() {
            state[index / 8] ^= UInt64(byte) << (index % 8 * 8)
        }
        permute(&state)
        return (0..<count).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> ($0 % 8 * 8)) }
    }

    /// Keccak-f[1600] (FIPS 202, section 3.3): the steps theta, rho and pi, chi, iota.
    private static func permute(_ state: inout [UInt64]) {
        var constants = RoundConstants()
        for _ in 0..<24 {
            let columns = (0..<5).map { x in
                stride(from: x, to: 25, by: 5).reduce(0 as UInt64) { $0 ^ state[$1] }
            }
            for place in 0..<25 {
                let x = place % 5
                state[place] ^= columns[(x + 4) % 5] ^ rotate(columns[(x + 1) % 5], by: 1)
            }
            var (x, y, lane) = (1, 0, state[1])
            for step in 1...24 {
                (x, y) = (y, (2 * x + 3 * y) % 5)
                (lane, state[x + 5 * y]) = (
                    state[x + 5 * y], rotate(lane, by: step * (step + 1) / 2 % 64)
                )
            }
            for row in stride(from: 0, to: 25, by: 5) {
                let lanes = Array(state[row..<row + 5])
                for x in 0..<5 {
                    state[row + x] = lanes[x] ^ (~lanes[(x + 1) % 5] & lanes[(x + 2) % 5])
                }
            }
            state[0] ^= constants.next()
        }
    }

    private static func rotate(_ lane: UInt64, by count: Int) -> UInt64 {
        count == 0 ? lane : lane << count | lane >> (64 - count)
    }

    /// The constants of iota, from the shift register of FIPS 202, algorithm 5.
    private struct RoundConstants {
        private var register: UInt8 = 1

        mutating func next() -> UInt64 {
            var constant: UInt64 = 0
            for power in 0..<7 {
                if register & 1 == 1 { constant |= 1 << ((1 << power) - 1) }
                register = register << 1 ^ (register >> 7) * 0x71
            }
            return constant
        }
    }
}
