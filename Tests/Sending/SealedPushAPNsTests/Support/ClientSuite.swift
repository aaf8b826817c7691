// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import PushTransport
import SealedPushCoding
import SealedPushOpenSSL
import Synchronization

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

/// A time that stands still until a test moves it on.
final class TestTime: Sendable {
    private let state = Mutex(Duration.zero)

    /// What a client reads.
    var time: ClientTime {
        ClientTime(
            now: { self.state.withLock { $0 } },
            date: {
                let start = Timestamp(clamping: 1_437_179_036_000)
                return start.advanced(by: self.state.withLock { $0 })
            }
        )
    }

    func advance(by duration: Duration) {
        state.withLock { $0 += duration }
    }
}

extension APNsClient {
    /// A client with a key of its own.
    static func test(
        _ configuration: APNsConfiguration,
        time: ClientTime = .system
    ) throws -> APNsClient {
        let key = try ProviderTokenKey(
            P256PrivateKey(),
            keyID: "ABC123DEFG",
            teamID: "DEF123GHIJ"
        )
        var configuration = configuration
        // Where hundreds of tests run at once each step may take minutes: time is over where a test
        // says so.
        configuration.timeLimit = .hours(10)
        return try APNsClient(configuration, key: key, certificate: nil, time: time)
    }
}
