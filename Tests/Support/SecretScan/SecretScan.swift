// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Looks for pieces of secrets in any bytes: each run of eight bytes of each secret, at every
/// place.
package struct SecretScan: Sendable {
    /// How many bytes in a row give a secret away.
    package static let run = 8

    private var owners: [UInt64: String] = [:]
    /// One bit for each hash of 16 bits, so that almost every place is passed over at once.
    private var seen = [Bool](repeating: false, count: 1 << 16)

    /// A scan for nothing.
    package init() {}

    /// Looks for this secret, too; one shorter than a run can't be looked for, which is a caller's
    /// bug.
    package mutating func add(_ name: String, _ secret: [UInt8]) {
        precondition(secret.count >= Self.run, "a secret has 8 bytes at least")
        for start in 0...secret.count - Self.run {
            let run = secret[start..<start + Self.run]
            // Runs of one byte repeated, such as padding, are everywhere.
            guard Set(run).count > 2 else { continue }
            let word = run.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            owners[word] = name
            seen[Self.hash(word)] = true
        }
    }

    /// How often a run of each secret stands in `bytes`.
    package func find(in bytes: Span<UInt8>) -> [String: Int] {
        var found: [String: Int] = [:]
        var word: UInt64 = 0
        for index in bytes.indices {
            word = word >> 8 | UInt64(bytes[index]) << 56
            guard index >= Self.run - 1, seen[Self.hash(word)], let owner = owners[word] else {
                continue
            }
            found[owner, default: 0] += 1
        }
        return found
    }

    private static func hash(_ word: UInt64) -> Int {
        Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 48)
    }
}
