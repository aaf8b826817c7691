// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// Each array that differs from this one in exactly one bit.
    var withOneBitFlipped: some Sequence<[UInt8]> {
        (0..<count * 8).lazy.map { bit in
            var changed = self
            changed[bit / 8] ^= 1 << (bit % 8)
            return changed
        }
    }

    /// The same bytes but for the highest bit of the last one, which encodings of points use apart.
    var withTopBitFlipped: [UInt8] {
        var changed = self
        changed[count - 1] ^= 0x80
        return changed
    }
}
