// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

@Suite struct PaddingTests {
    /// Bucket, capacity of suite 1, capacity of suite 2 (docs/protocol.md, section 14).
    private static let capacities: [(Int, Int?, Int?)] = [
        (512, 326, nil), (1024, 838, nil), (2048, 1862, 774), (2880, 2694, 1606),
        (3648, 3462, 2374),
    ]

    @Test func `each bucket holds exactly its capacity`() throws {
        let capacities = Self.capacities.map { ($0, suite == .x25519 ? $1 : $2) }
        for (index, (bucket, capacity)) in capacities.enumerated() {
            guard let capacity else { continue }
            let kind: PushKind = bucket == 3648 ? .voip : .alert
            func size(_ count: Int) throws(SealingError) -> Int {
                try Padding.buckets.envelopeCount(contentCount: count, suite: suite, kind: kind)
            }
            #expect(try size(capacity) == bucket)
            if bucket < 2880 {
                #expect(try size(capacity + 1) == capacities[index + 1].0)
            } else {
                let tooLarge = SealingError.contentTooLarge(
                    needed: capacity + 1,
                    available: capacity
                )
                #expect(throws: tooLarge) { try size(capacity + 1) }
            }
        }
    }

    @Test func `an alert has no bucket of 3648 bytes, a call has`() throws {
        let alert = SealingError.contentTooLarge(needed: 2695, available: 2694)
        #expect(throws: alert) {
            try Padding.buckets.envelopeCount(contentCount: 2695)
        }
        let size = try Padding.buckets.envelopeCount(
            contentCount: 2695,
            suite: .x25519,
            kind: .voip
        )
        #expect(size == 3648)
        #expect(Padding.bucketCounts(for: .alert) == [512, 1024, 2048, 2880])
        #expect(Padding.bucketCounts(for: .voip) == [512, 1024, 2048, 2880, 3648])
    }

    @Test(arguments: Suite.allCases, [0, 1, 300, 1606])
    func `constant padding always takes the largest bucket`(_ suite: Suite, _ count: Int) throws {
        let alert = try Padding.constant.envelopeCount(contentCount: count)
        let voip = try Padding.constant.envelopeCount(
            contentCount: count,
            suite: suite,
            kind: .voip
        )
        #expect(alert == 2880)
        #expect(voip == 3648)
    }

    @Test(arguments: [(Suite.x25519, 186), (.xwing, 1274)])
    func `no padding tells the size up to the longest envelope`(
        _ suite: Suite,
        _ overhead: Int
    ) throws {
        func size(_ count: Int, limit: Int = .max) throws(SealingError) -> Int {
            try Padding.none.envelopeCount(contentCount: count, suite: suite, limit: limit)
        }
        for count in [0, 1, 17, 3774 - overhead] {
            #expect(try size(count) == overhead + count)
        }
        let most = 3774 - overhead
        #expect(throws: SealingError.contentTooLarge(needed: most + 1, available: most)) {
            try size(most + 1)
        }
        #expect(try size(10, limit: overhead + 10) == overhead + 10)
        #expect(throws: SealingError.contentTooLarge(needed: 11, available: 10)) {
            try size(11, limit: overhead + 10)
        }
        #expect(throws: SealingError.contentTooLarge(needed: 0, available: 0)) {
            try size(0, limit: overhead - 1)
        }
    }

    @Test func `a bucket above the limit is not taken`() throws {
        let size = try Padding.buckets.envelopeCount(
            contentCount: 838,
            suite: .x25519,
            limit: 1024
        )
        #expect(size == 1024)
        #expect(throws: SealingError.contentTooLarge(needed: 839, available: 838)) {
            try Padding.buckets.envelopeCount(contentCount: 839, suite: .x25519, limit: 2047)
        }
        #expect(throws: SealingError.contentTooLarge(needed: 1, available: 0)) {
            try Padding.constant.envelopeCount(contentCount: 1, suite: .x25519, limit: 2879)
        }
    }

    @Test(arguments: Suite.allCases, Padding.allCases)
    func `padding never gives less than the message needs`(
        _ suite: Suite,
        _ padding: Padding
    ) throws {
        let overhead = suite == .x25519 ? 186 : 1274
        for count in 0...(suite == .x25519 ? 2694 : 1606) {
            let size = try padding.envelopeCount(contentCount: count)
            #expect(size >= overhead + count)
        }
    }
}
