// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

@testable import SealedPushStore

struct ClaimOriginTests {
    private static let time: [UInt8] = [0, 0, 1, 0x97, 0x74, 0x20, 0xDC, 0]

    @Test(arguments: [nil, "a", String(repeating: "a", count: 64)])
    func `what was written is read, and what follows is left alone`(_ identifier: String?) throws {
        let origin = ClaimOrigin(created: Samples.now, identifier: identifier)
        let read = try ClaimOrigin(reading: (origin.encoded + [1, 2, 3]).span)
        #expect(read.created == Samples.now)
        #expect(read.identifier == identifier)
        #expect(read.count == origin.encoded.count)
    }

    @Test(arguments: [
        [], time, Array(time.dropFirst()), time + [1], time + [2, 65],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0],
        time + [65] + [UInt8](repeating: 65, count: 65),
        time + [2, 0xC3, 0x28],
    ])
    func `what nobody would have written is damaged`(_ bytes: [UInt8]) {
        #expect(throws: StoreError.corrupted) { try ClaimOrigin(reading: bytes.span) }
    }

    /// Whoever changes it can't read the stores that there are.
    @Test func `a claim's bytes are those of every release`() throws {
        let bytes: [UInt8] =
            [3] + [UInt8](repeating: 0xA1, count: 16) + [0, 0, 1, 0x97, 0x74, 0x20, 0xDC, 0]
            + [UInt8](repeating: 0xB2, count: 32) + [0, 0, 1, 0x97, 0x74, 0x20, 0xDC, 1]
            + [2, 0x69, 0x64] + [0x7B, 0x7D]
        let record = try ClaimRecord(reading: bytes.span)
        guard case .claim(let claim) = record else {
            Issue.record("no claim")
            return
        }
        #expect(claim.envelopeHash.bytes == [UInt8](repeating: 0xA1, count: 16))
        #expect(claim.expiry.milliseconds == 0x0197_7420_DC00)
        #expect(claim.sender == [UInt8](repeating: 0xB2, count: 32))
        #expect(claim.created?.milliseconds == 0x0197_7420_DC01)
        #expect(claim.identifier == "id")
        #expect(claim.content == [0x7B, 0x7D])
        #expect(record.withEncoding { bytes in bytes.indices.map { bytes[$0] } } == bytes)
    }
}
