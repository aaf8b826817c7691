// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushSender

/// One payload for many devices, each with a bundle of its own that was read before.
enum StreamSpeed {
    static func measure(devices: Int, runs: Int) async throws -> StreamCost {
        let targets = try (0..<devices).map { _ in
            SealingTarget(
                try DeviceFactory.bundle(),
                recipient: .untracked,
                topic: try Exchange.checkedTopic()
            )
        }
        var times: [Double] = []
        for _ in 0..<runs {
            let memory = TransientSenderMemory()
            let duration = try await SealingRun(memory: memory).seal(
                for: AsyncList(targets),
                count: devices
            )
            times.append(duration / .nanoseconds(1))
        }
        return StreamCost(nanoseconds: times, peakBytes: try ProcessMemory.peak())
    }
}

/// A stream of what is already there.
private struct AsyncList<Element>: AsyncSequence, AsyncIteratorProtocol {
    private var rest: ArraySlice<Element>

    init(_ elements: [Element]) {
        rest = elements[...]
    }

    func makeAsyncIterator() -> AsyncList { self }

    mutating func next() async -> Element? { rest.popFirst() }
}
