// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@testable import SealedPushClaims
@testable import SealedPushStore

struct ClaimRecordTests {
    /// A claim's bytes up to its content.
    private static let head: [UInt8] =
        [1] + [UInt8](repeating: 0xA1, count: 16) + [0, 0, 1, 0x97, 0x74, 0x20, 0xDC, 0]
        + [UInt8](repeating: 0xB2, count: 32) + [0, 0, 1, 0x97, 0x74, 0x20, 0xDC, 1]
    private static let tombstone: [UInt8] =
        [2] + [UInt8](repeating: 0xA1, count: 16) + [0, 0, 1, 0x97, 0x74, 0x20, 0xDC, 0]

    @Test(.rules("T-2 T-3")) func `a claim's bytes stay what they are`() throws {
        let bytes = Self.head + [2, 0x69, 0x64] + [0x7B, 0x7D]
        let record = try ClaimRecord(reading: bytes.span)
        guard case .claim(let claim) = record else {
            Issue.record("no claim")
            return
        }
        #expect(claim.envelopeHash.bytes == [UInt8](repeating: 0xA1, count: 16))
        #expect(claim.expiry.milliseconds == 0x0197_7420_DC00)
        #expect(claim.sender == [UInt8](repeating: 0xB2, count: 32))
        #expect(claim.created.milliseconds == 0x0197_7420_DC01)
        #expect(claim.identifier == "id")
        #expect(claim.content == [0x7B, 0x7D])
        #expect(record.withEncoding { Array(copying: $0) } == bytes)
    }

    @Test func `a tombstone's bytes stay what they are`() throws {
        let hash = EnvelopeHash([UInt8](repeating: 0xA1, count: 16))
        let record = ClaimRecord.mark(hash, death: Timestamp(clamping: 0x0197_7420_DC00))
        #expect(record.withEncoding { Array(copying: $0) } == Self.tombstone)
        #expect(try ClaimRecord(reading: Self.tombstone.span) == record)
    }

    /// What may stand behind the creation time, and does not.
    static let badTails: [[UInt8]] = [
        [], [1], [2, 65], [2, 0xC3, 0x28], [65] + [UInt8](repeating: 65, count: 65),
    ]

    @Test(arguments: badTails)
    func `a claim with such an identifier is damaged`(_ tail: [UInt8]) {
        #expect(throws: StoreError.corrupted) { try ClaimRecord(reading: (Self.head + tail).span) }
    }

    @Test func `a record that was never written so is damaged`() {
        var late = Self.head + [0]
        late.replaceSubrange(
            Self.head.count - 8..<Self.head.count,
            with: repeatElement(0xFF, count: 8)
        )
        var tags = [Self.head + [0], Self.head + [0]]
        tags[0][0] = 0
        tags[1][0] = 3
        let cut = [[], [1], Array(Self.head.dropLast()), Array(Self.tombstone.dropLast())]
        for bytes in cut + tags + [late, Self.tombstone + [0]] {
            #expect(throws: StoreError.corrupted) { try ClaimRecord(reading: bytes.span) }
        }
    }
}
