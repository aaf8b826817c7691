// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PushTransport
import SealedPushAPNs
import Synchronization

/// Many sends at once that nobody answers.
enum WaitingSends {
    /// What they take.
    struct Cost: Codable {
        /// The anonymous memory of the process in bytes, before there were any.
        let before: Double
        /// The same while all wait.
        let after: Double
    }

    /// Prints what so many sends take that wait, and ends the process, as nobody answers them.
    static func measure(_ target: PushTarget, count: Int) async throws {
        let client = try OwnClient.make(target)
        // The server answers one with this priority, and no other.
        var generator = SystemRandomNumberGenerator()
        try await OwnClient.push(
            try OwnClient.request(id: APNsID(using: &generator), priority: .conserving),
            on: client
        )
        let requests = try OwnClient.requests(count)
        let before = try anonymous()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for request in requests {
                group.addTask { _ = try await client.send(request, within: .seconds(600)) }
            }
            while case let load = client.load, load.inFlight + load.queued < count {
                try await Task.sleep(for: .milliseconds(10))
            }
            try PushLoad.output(Cost(before: before, after: anonymous()))
            exit(0)
        }
    }

    /// The same of tasks that wait, as a send does, for somebody to resume them, and have nothing else.
    static func measureTasks(count: Int) async throws -> Cost {
        let waiting = Waiting()
        let before = try anonymous()
        let after = try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        waiting.all.withLock { $0.append(continuation) }
                    }
                }
            }
            while waiting.all.withLock({ $0.count }) < count {
                try await Task.sleep(for: .milliseconds(10))
            }
            let after = try anonymous()
            for continuation in waiting.all.withLock(\.self) { continuation.resume() }
            try await group.waitForAll()
            return after
        }
        return Cost(before: before, after: after)
    }

    private static func anonymous() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        for line in status.split(separator: "\n") where line.hasPrefix("RssAnon:") {
            let fields = line.split(whereSeparator: \.isWhitespace)
            if fields.count > 1, let kilobytes = Double(fields[1]) { return kilobytes * 1024 }
        }
        throw LoadFailure("the system does not tell how much memory there is")
    }
}

/// Who waits.
private final class Waiting: Sendable {
    let all = Mutex<[CheckedContinuation<Void, Never>]>([])
}
