// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import PushTransport

@testable import SealedPushAPNs

/// What suites of ``APNsClient`` have in common.
protocol ClientSuite {}

extension ClientSuite {
    /// Sends many at once, and gives their results by their numbers.
    func send(_ numbers: Range<Int>, by client: APNsClient) async -> [APNsResult?] {
        await withTaskGroup(of: (Int, APNsResult?).self) { group in
            for number in numbers {
                group.addTask { (number, try? await client.send(.sample(number))) }
            }
            var results = [APNsResult?](repeating: nil, count: numbers.count)
            for await (number, result) in group { results[number - numbers.lowerBound] = result }
            return results
        }
    }

    /// Has connections do what is due, and waits until all have.
    func letWork(
        _ client: APNsClient,
        on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) async throws {
        client.tick()
        for _ in 0..<3 {
            for loop in group.makeIterator() { try await loop.submit {}.get() }
        }
    }
}

extension APNsResult {
    /// Whether APNs took the push.
    var isAccepted: Bool {
        if case .accepted = self { true } else { false }
    }
}
