// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import TestSupport

extension SeededGenerator {
    /// The next `count` bytes of the sequence.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}
