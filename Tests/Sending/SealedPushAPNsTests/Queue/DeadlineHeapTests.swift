// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushAPNs

struct DeadlineHeapTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the earliest is first, whatever comes and goes`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var heap = DeadlineHeap()
        var pushes: [Push] = []
        for number in 0..<400 {
            if Int.random(in: 0..<3, using: &generator) > 0 || pushes.isEmpty {
                let push = Push.sample(number, until: .random(in: 0..<50, using: &generator))
                heap.insert(push)
                pushes.append(push)
            } else {
                let index = Int.random(in: pushes.indices, using: &generator)
                heap.remove(pushes.remove(at: index))
            }
            #expect(heap.count == pushes.count)
            #expect(heap.first?.deadline == pushes.map(\.deadline).min(), "seed \(seed)")
        }
        var order: [Duration] = []
        while let push = heap.first {
            order.append(push.deadline)
            heap.remove(push)
        }
        #expect(order == pushes.map(\.deadline).sorted(), "seed \(seed)")
    }
}
