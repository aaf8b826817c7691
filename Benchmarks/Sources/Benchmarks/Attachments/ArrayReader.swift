// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Reads an array as a file is read, from its start to its end.
struct ArrayReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func read(into target: inout MutableSpan<UInt8>) -> Int {
        let count = min(target.count, bytes.count - position)
        let piece = bytes[position..<position + count]
        unsafe target.withUnsafeMutableBufferPointer { target in
            _ = unsafe target.update(fromContentsOf: piece)
        }
        position += count
        return count
    }
}
