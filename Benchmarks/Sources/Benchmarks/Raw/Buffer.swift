// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Bytes at a fixed address, as a C function takes them.
@safe
final class Buffer {
    let start: UnsafeMutablePointer<UInt8>
    let count: Int

    /// Makes `count` bytes that look like nothing in particular.
    init(_ count: Int) {
        self.count = count
        unsafe start = .allocate(capacity: max(count, 1))
        for index in 0..<max(count, 1) {
            unsafe start[index] = UInt8(truncatingIfNeeded: index * 37 + 11)
        }
    }

    deinit {
        unsafe start.deallocate()
    }

    /// A copy, as swift-crypto takes it.
    var bytes: [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// Replaces the bytes by as many others.
    func set(_ bytes: [UInt8]) {
        precondition(bytes.count == count, "the buffer has another size")
        for (index, byte) in bytes.enumerated() { unsafe start[index] = byte }
    }
}
