// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import Testing

struct SpanTests {
    @Test func `copies to an offset`() {
        var target: [UInt8] = [1, 2, 3, 4, 5]
        var span = target.mutableSpan
        span.copy(from: [8, 9].span, at: 2)
        span.copy(from: Span(), at: 5)
        #expect(target == [1, 2, 8, 9, 5])
    }

    @Test(arguments: [(4, 0), (1, 3), (1, -1), (0, 4), (1, .max)])
    func `a copy that does not fit`(_ count: Int, offset: Int) async {
        await #expect(processExitsWith: .failure) { [count, offset] in
            var target: [UInt8] = [1, 2, 3]
            var span = target.mutableSpan
            span.copy(from: [UInt8](repeating: 9, count: count).span, at: offset)
        }
    }

    @Test func `lends a part`() {
        var target: [UInt8] = [1, 2, 3, 4, 5]
        var span = target.mutableSpan
        span.withMutableBytes(from: 1, count: 3) { part in
            #expect(part.count == 3)
            part[0] = 9
        }
        #expect(target == [1, 9, 3, 4, 5])
    }

    @Test(arguments: [(-1, 1), (0, 4), (3, 1), (1, -1), (4, 0), (1, .max)])
    func `there is no such part`(_ offset: Int, count: Int) async {
        let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [offset, count] in
            var target: [UInt8] = [1, 2, 3]
            var span = target.mutableSpan
            span.withMutableBytes(from: offset, count: count) { _ in }
        }
        #expect(end?.says("no such part") == true)
    }
}
