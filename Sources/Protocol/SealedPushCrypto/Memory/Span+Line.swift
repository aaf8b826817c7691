// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
    /// How many bytes come before one line end at the end of a file: a line feed, also behind a
    /// carriage return.
    package var countWithoutLineEnd: Int {
        guard let last = indices.last, self[last] == UInt8(ascii: "\n") else { return count }
        return last > 0 && self[last - 1] == UInt8(ascii: "\r") ? last - 1 : last
    }
}
