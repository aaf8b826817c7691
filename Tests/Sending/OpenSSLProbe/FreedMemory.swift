// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// What OpenSSL frees in this process, which stays as it was and is never used again.
///
/// So a scan finds all that was freed without being wiped, and not only what nothing happened to be written over.
enum FreedMemory {
    /// Takes effect where OpenSSL has allocated nothing yet; false where it has.
    static func keep() -> Bool {
        unsafe CRYPTO_set_mem_functions(
            { count, _, _ in unsafe Block.make(count) },
            { old, count, _, _ in unsafe Block.grow(old, to: count) },
            { _, _, _ in }
        ) == 1
    }
}

/// Memory that knows its own size.
private enum Block {
    /// What stands before each: its size, and room that keeps it aligned.
    private static let head = 16

    static func make(_ count: Int) -> UnsafeMutableRawPointer? {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: head + count,
            alignment: head
        )
        unsafe block.storeBytes(of: count, as: Int.self)
        return unsafe block + head
    }

    static func grow(
        _ old: UnsafeMutableRawPointer?,
        to count: Int
    ) -> UnsafeMutableRawPointer? {
        guard let new = unsafe make(count) else { return nil }
        if let old = unsafe old {
            let size = unsafe (old - head).load(as: Int.self)
            unsafe new.copyMemory(from: old, byteCount: min(size, count))
        }
        return unsafe new
    }
}
