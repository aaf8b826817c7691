// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushKeys

struct GenerationStateTests {
    @Test func `a state is read as it was stored`() throws {
        var random = SeededGenerator(seed: 4071)
        for _ in 0..<200 {
            func moment() -> Timestamp? {
                Bool.random(using: &random)
                    ? Timestamp(clamping: .random(in: 0...(1 << 53 - 1), using: &random)) : nil
            }
            var state = GenerationState(
                Bool.random(using: &random) ? .reusable : .stock,
                made: moment() ?? Samples.now
            )
            (state.offered, state.acknowledged, state.superseded) = (moment(), moment(), moment())
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                state.published.insert(
                    PrekeyRecord.ID((0..<8).map { _ in .random(in: 0...255, using: &random) })
                )
            }
            #expect(GenerationState(stored: state.stored) == state)
        }
    }

    @Test func `the bytes of a state`() {
        var state = GenerationState(.stock, made: Timestamp(clamping: 0x0102))
        state.acknowledged = Timestamp(clamping: 3)
        state.published = [
            PrekeyRecord.ID([2, 0, 0, 0, 0, 0, 0, 0]), PrekeyRecord.ID([1, 0, 0, 0, 0, 0, 0, 9]),
        ]
        let never = [UInt8](repeating: 0xFF, count: 8)
        #expect(
            state.stored == [1, 1, 0, 0, 0, 0, 0, 0, 1, 2] + never + [0, 0, 0, 0, 0, 0, 0, 3]
                + never + [1, 0, 0, 0, 0, 0, 0, 9] + [2, 0, 0, 0, 0, 0, 0, 0]
        )
    }

    @Test func `what we would not have written is no state`() {
        var state = GenerationState(.stock, made: Samples.now)
        state.published = [
            PrekeyRecord.ID([1, 2, 3, 4, 5, 6, 7, 8]), PrekeyRecord.ID([2, 2, 3, 4, 5, 6, 7, 8]),
        ]
        let good = state.stored
        func changed(_ place: Int, _ byte: UInt8) -> [UInt8] {
            var bytes = good
            bytes[place] = byte
            return bytes
        }
        let swapped = good[..<34] + good[42...] + good[34..<42]
        let twice = good[..<42] + good[34..<42]
        let bad: [[UInt8]] = [
            [], Array(good.prefix(33)), Array(good.dropLast()), good + [0], changed(0, 0),
            changed(0, 2), changed(1, 2), changed(2, 0x20), changed(10, 0x7F), Array(swapped),
            Array(twice), [1, 1] + [UInt8](repeating: 0xFF, count: 32),
        ]
        for bytes in bad { #expect(GenerationState(stored: bytes) == nil) }
        #expect(GenerationState(stored: good) == state)
    }
}
