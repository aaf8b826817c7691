// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

/// The tables of docs/protocol/message.md, section 12 (M-43).
@Suite struct PaddingTests {
    /// What an envelope is longer than its content.
    private static let overhead = 1271

    private func size(
        _ count: Int,
        _ padding: Padding = .buckets,
        _ kind: Payload.PushKind = .alert,
        limit: Int = .max
    ) throws(SealingError) -> Int {
        try padding.envelopeCount(contentCount: count, kind: kind, limit: limit)
    }

    private func tooLarge(_ needed: Int, available: Int) -> SealingError {
        .contentTooLarge(needed: needed, available: available)
    }

    @Test(
        .rules("M-43 M-44 C-2"),
        arguments: [
            (.alert, 0, 2048), (.alert, 777, 2048), (.alert, 778, 2880), (.alert, 1609, 2880),
            (.alert, 1610, nil),
            (.voip, 0, 2048), (.voip, 777, 2048), (.voip, 778, 2880), (.voip, 1609, 2880),
            (.voip, 1610, 3648), (.voip, 2377, 3648), (.voip, 2378, nil),
        ] as [(Payload.PushKind, Int, Int?)]
    )
    func `each bucket holds exactly its capacity`(
        _ kind: Payload.PushKind,
        _ count: Int,
        _ bucket: Int?
    ) throws {
        if let bucket {
            #expect(try size(count, .buckets, kind) == bucket)
        } else {
            #expect(throws: tooLarge(count, available: count - 1)) {
                try size(count, .buckets, kind)
            }
        }
    }

    @Test(.rules("M-43 M-44")) func `a call has a bucket of 3648 bytes, an alert has not`() {
        #expect(Padding.bucketCounts(for: .alert) == [2048, 2880])
        #expect(Padding.bucketCounts(for: .voip) == [2048, 2880, 3648])
    }

    @Test(arguments: [0, 1, 777, 1609])
    func `constant padding always takes the largest bucket`(_ count: Int) throws {
        #expect(try size(count, .constant, .alert) == 2880)
        #expect(try size(count, .constant, .voip) == 3648)
    }

    @Test(.rules("M-43 M-44")) func `constant padding holds what the largest bucket does`() throws {
        #expect(throws: tooLarge(1610, available: 1609)) { try size(1610, .constant, .alert) }
        #expect(throws: tooLarge(2378, available: 2377)) { try size(2378, .constant, .voip) }
    }

    @Test(.rules("M-26 M-27"))
    func `no padding tells the size up to the longest envelope`() throws {
        for count in [0, 1, 17, 2503] {
            #expect(try size(count, .none) == Self.overhead + count)
        }
        #expect(throws: tooLarge(2504, available: 2503)) { try size(2504, .none) }
        #expect(try size(10, .none, limit: 1281) == 1281)
        #expect(throws: tooLarge(11, available: 10)) { try size(11, .none, limit: 1281) }
        #expect(throws: tooLarge(0, available: 0)) { try size(0, .none, limit: 1270) }
    }

    @Test(.rules("M-43 M-44")) func `a bucket above the limit is not taken`() throws {
        #expect(try size(777, limit: 2048) == 2048)
        #expect(throws: tooLarge(778, available: 777)) { try size(778, limit: 2879) }
        #expect(throws: tooLarge(1, available: 0)) { try size(1, .constant, limit: 2879) }
    }

    @Test(arguments: Padding.allCases)
    func `padding never gives less than the message needs`(_ padding: Padding) throws {
        for count in 0...1609 { #expect(try size(count, padding) >= Self.overhead + count) }
    }
}
