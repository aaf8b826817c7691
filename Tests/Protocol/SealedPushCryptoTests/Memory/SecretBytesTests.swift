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
