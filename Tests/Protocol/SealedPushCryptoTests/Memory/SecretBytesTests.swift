// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import Testing

struct SecretBytesTests {
    static func copy(of secret: borrowing SecretBytes) -> [UInt8] {
        secret.withBytes { [UInt8](copying: $0) }
    }

    @Test(arguments: [0, 1, 32, 5000])
    func `starts with zeros`(_ count: Int) {
        let secret = SecretBytes(count: count)
        let bytes = Self.copy(of: secret)
        #expect(secret.count == count)
        #expect(bytes == [UInt8](repeating: 0, count: count))
    }

    @Test func `copies what it is given`() {
        let original = SecretBytes(copying: [1, 2, 3])
        var copy = SecretBytes(copying: original)
        copy.withMutableBytes { $0[0] = 9 }
        let bytes = Self.copy(of: original)
        let changed = Self.copy(of: copy)
        #expect(bytes == [1, 2, 3])
        #expect(changed == [9, 2, 3])
    }

    @Test func `random ones differ`() {
        let first = Self.copy(of: SecretBytes(randomCount: 32))
        let second = Self.copy(of: SecretBytes(randomCount: 32))
        #expect(first.count == 32)
        #expect(first != second)
        #expect(first != [UInt8](repeating: 0, count: 32))
    }

    @Test(
        arguments: [
            ([], [], true),
            ([1, 2, 3], [1, 2, 3], true),
            ([1, 2, 3], [0, 2, 3], false),
            ([1, 2, 3], [1, 2, 2], false),
            ([1, 2, 3], [1, 2], false),
            ([1, 2], [1, 2, 3], false),
            ([], [0], false),
        ] as [([UInt8], [UInt8], Bool)]
    )
    func `matches the same bytes only`(_ first: [UInt8], _ second: [UInt8], verdict: Bool) {
        let matches = SecretBytes(copying: first).matches(SecretBytes(copying: second))
        #expect(matches == verdict)
        #expect(ConstantTime.areEqual(first, second) == verdict)
    }

    @Test(
        arguments: [
            ([], true), ([0], true), ([0, 0, 0], true), ([1, 0, 0], false), ([0, 0, 0x80], false),
        ] as [([UInt8], Bool)]
    )
    func `zero is all zero`(_ bytes: [UInt8], verdict: Bool) {
        #expect(ConstantTime.isZero(bytes) == verdict)
    }

    @Test func `an error passes through the loan`() {
        #expect(throws: CryptoError.cannotOpen) {
            try SecretBytes(count: 1).withBytes { _ throws(CryptoError) in throw .cannotOpen }
        }
    }

    @Test func `a negative size`() async {
        let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = SecretBytes(count: -1).count
        }
        #expect(end?.says("a secret has no negative size") == true)
    }
}

struct SecretArenaTests {
    struct Failure: Error {}

    @Test func `lends zeros, also where a piece was used before`() {
        var arena = SecretArena(capacity: 64)
        for _ in 0..<2 {
            let wasZero = arena.withScratch(64) { _, piece in
                let isZero = ConstantTime.isZero(piece.span)
                for index in 0..<64 { piece[index] = 0xA5 }
                return isZero
            }
            #expect(wasZero)
        }
    }

    /// Reads the arena's memory behind its back, which it still owns, after the piece is returned.
    @Test(arguments: [false, true])
    func `wipes a piece when its call ends`(_ fails: Bool) throws {
        var arena = SecretArena(capacity: 64)
        var address: UnsafePointer<UInt8>?
        var before: [UInt8] = []
        do {
            try arena.withScratch(32) { _, piece throws(Failure) in
                for index in 0..<32 { piece[index] = 0xA5 }
                unsafe address = piece.withUnsafeBufferPointer { $0.baseAddress }
                before = [UInt8](copying: piece.span)
                if fails { throw Failure() }
            }
        } catch {
            #expect(fails)
        }
        let start = try unsafe #require(address)
        let after = unsafe [UInt8](UnsafeBufferPointer(start: start, count: 32))
        #expect(before == [UInt8](repeating: 0xA5, count: 32))
        #expect(after == [UInt8](repeating: 0, count: 32))
        // The arena must live until here.
        arena.withScratch(1) { _, _ in }
    }

    @Test func `pieces lent at once do not overlap`() {
        var arena = SecretArena(capacity: 48)
        let outer = arena.withScratch(16) { arena, outer in
            for index in 0..<16 { outer[index] = 1 }
            arena.withScratch(16) { arena, middle in
                for index in 0..<16 { middle[index] = 2 }
                arena.withScratch(16) { _, inner in
                    for index in 0..<16 { inner[index] = 3 }
                }
                #expect([UInt8](copying: middle.span) == [UInt8](repeating: 2, count: 16))
            }
            return [UInt8](copying: outer.span)
        }
        #expect(outer == [UInt8](repeating: 1, count: 16))
    }

    @Test func `a returned piece is lent again, also after an error`() {
        var arena = SecretArena(capacity: 32)
        for _ in 0..<3 {
            #expect(throws: Failure.self) {
                try arena.withScratch(32) { _, _ throws(Failure) in throw Failure() }
            }
            let count = arena.withScratch(32) { _, piece in piece.count }
            #expect(count == 32)
        }
    }

    @Test func `lends nothing where nothing is asked for`() {
        var arena = SecretArena(capacity: 1)
        let count = arena.withScratch(0) { arena, piece in
            piece.count + arena.withScratch(1) { _, inner in inner.count }
        }
        #expect(count == 1)
    }

    @Test func `it is too small`() async {
        let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var arena = SecretArena(capacity: 32)
            arena.withScratch(33) { _, _ in }
        }
        #expect(end?.says("the arena is too small") == true)
    }

    @Test func `too little is left`() async {
        let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var arena = SecretArena(capacity: 32)
            arena.withScratch(16) { arena, _ in arena.withScratch(17) { _, _ in } }
        }
        #expect(end?.says("the arena is too small") == true)
    }

    @Test func `a negative piece`() async {
        let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var arena = SecretArena(capacity: 32)
            arena.withScratch(-1) { _, _ in }
        }
        #expect(end?.says("the arena is too small") == true)
    }

    @Test func `it has no size`() async {
        await #expect(processExitsWith: .failure) { _ = SecretArena(capacity: 0) }
    }
}
