// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Encapsulation of ML-KEM-768 (FIPS 203) from given randomness, so that messages come out byte for
/// byte.
///
/// swift-crypto draws its own randomness; that it opens what is made here shows that both agree.
/// Slow, simple and not constant in time: for published keys only.
struct MLKEM768 {
    private static let modulus = 3329
    /// zeta^BitRev7(i), for zeta = 17.
    private static let zetas = (0..<128).map { index in
        (0..<7).reduce(1) { power, bit in
            index >> bit & 1 == 0 ? power : power * MLKEM768.power(17, 64 >> bit) % modulus
        }
    }

    private let publicKey: [UInt8]
    /// The transposed matrix A, three rows of three.
    private let matrix: [[[Int]]]
    private let secret: [[Int]]

    /// Takes a public key of 1184 bytes whose numbers are reduced.
    init(_ publicKey: [UInt8]) {
        self.publicKey = publicKey
        secret = (0..<3).map { Self.unpacked(publicKey[384 * $0..<384 * ($0 + 1)]) }
        let seed = Array(publicKey[1152...])
        matrix = (0..<3).map { row in
            // Row and column change places, and the sampler takes the column of A first.
            (0..<3).map { Self.sampled(seed + [UInt8(row), UInt8($0)]) }
        }
    }

    /// The shared secret and the ciphertext of 1088 bytes that 32 random bytes give (algorithm 17).
    func encapsulated(_ random: [UInt8]) -> (secret: [UInt8], ciphertext: [UInt8]) {
        let hash = Keccak.sha3512(random + Keccak.sha3256(publicKey))
        return (Array(hash[..<32]), encrypted(random, randomness: Array(hash[32...])))
    }

    /// K-PKE.Encrypt (algorithm 14).
    private func encrypted(_ message: [UInt8], randomness: [UInt8]) -> [UInt8] {
        var noise = (0..<7).map {
            Self.binomial(Keccak.shake256(randomness + [UInt8($0)], count: 128))
        }
        for index in 0..<3 { Self.transform(&noise[index]) }
        let bits = (0..<256).map { message[$0 / 8] >> UInt8($0 % 8) & 1 == 1 ? 1665 : 0 }
        let first = (0..<3).flatMap { row in
            Self.packed(Self.sum(Self.product(matrix[row], noise), noise[3 + row]), width: 10)
        }
        let second = Self.sum(Self.sum(Self.product(secret, noise), noise[6]), bits)
        return first + Self.packed(second, width: 4)
    }

    // MARK: - Numbers

    private static func power(_ base: Int, _ exponent: Int) -> Int {
        (0..<exponent).reduce(1) { product, _ in product * base % modulus }
    }

    private static func sum(_ first: [Int], _ second: [Int]) -> [Int] {
        zip(first, second).map { ($0 + $1) % modulus }
    }

    /// The inverse transform of a row times the first three of `vector`.
    private static func product(_ row: [[Int]], _ vector: [[Int]]) -> [Int] {
        var result = [Int](repeating: 0, count: 256)
        for (first, second) in zip(row, vector) {
            for pair in 0..<128 {
                let (low, high) = (2 * pair, 2 * pair + 1)
                let zeta = zetas[64 + pair / 2]
                let twist = pair % 2 == 0 ? zeta : modulus - zeta
                result[low] += first[low] * second[low]
                result[low] += first[high] * second[high] % modulus * twist
                result[high] += first[low] * second[high] + first[high] * second[low]
            }
        }
        result = result.map { $0 % modulus }
        transformBack(&result)
        return result
    }

    /// NTT (algorithm 9).
    private static func transform(_ numbers: inout [Int]) {
        var next = 1
        for length in [128, 64, 32, 16, 8, 4, 2] {
            for start in stride(from: 0, to: 256, by: 2 * length) {
                for index in start..<start + length {
                    let right = zetas[next] * numbers[index + length] % modulus
                    numbers[index + length] = (numbers[index] - right + modulus) % modulus
                    numbers[index] = (numbers[index] + right) % modulus
                }
                next += 1
            }
        }
    }

    /// The inverse of NTT (algorithm 10).
    private static func transformBack(_ numbers: inout [Int]) {
        var next = 127
        for length in [2, 4, 8, 16, 32, 64, 128] {
            for start in stride(from: 0, to: 256, by: 2 * length) {
                for index in start..<start + length {
                    let (left, right) = (numbers[index], numbers[index + length])
                    numbers[index] = (left + right) % modulus
                    numbers[index + length] = zetas[next] * (right - left + modulus) % modulus
                }
                next -= 1
            }
        }
        for index in numbers.indices { numbers[index] = numbers[index] * 3303 % modulus }
    }

    // MARK: - Bytes

    /// SampleNTT (algorithm 7).
    private static func sampled(_ seed: [UInt8]) -> [Int] {
        // 560 candidates: that fewer than 256 of them are below the modulus does not happen.
        let candidates = unpacked(Keccak.shake128(seed, count: 840)[...])
        return Array(candidates.filter { $0 < modulus }.prefix(256))
    }

    /// ByteDecode12 (algorithm 6), without a reduction.
    private static func unpacked(_ bytes: ArraySlice<UInt8>) -> [Int] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: 3).flatMap { start in
            let middle = Int(bytes[start + 1])
            return [
                Int(bytes[start]) | (middle & 15) << 8, middle >> 4 | Int(bytes[start + 2]) << 4,
            ]
        }
    }

    /// SamplePolyCBD with eta = 2 (algorithm 8).
    private static func binomial(_ bytes: [UInt8]) -> [Int] {
        (0..<256).map { index in
            let bits = bytes[index / 2] >> UInt8(index % 2 * 4)
            return Int(bits & 1) + Int(bits >> 1 & 1) - Int(bits >> 2 & 1) - Int(bits >> 3 & 1)
        }
        .map { ($0 + modulus) % modulus }
    }

    /// Compress, then ByteEncode, to `width` bits a number (section 4.2.1).
    private static func packed(_ numbers: [Int], width: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32 * width)
        for (index, number) in numbers.enumerated() {
            let value = (number << width + modulus / 2) / modulus
            for bit in 0..<width where value >> bit & 1 == 1 {
                bytes[(index * width + bit) / 8] |= 1 << UInt8((index * width + bit) % 8)
            }
        }
        return bytes
    }
}
