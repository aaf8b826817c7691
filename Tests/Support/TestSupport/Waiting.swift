// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The time that a test waits for anything: long, as hundreds of tests may run at once.
package let patience = Duration.seconds(600)

/// A wait that was given up: its place, and how things stood.
package struct TooSlow: Error, CustomStringConvertible {
    private let place: String
    private let state: String

    /// A wait in a file, at a line, that found things so.
    package init(_ state: String = "", file: String = #fileID, line: Int = #line) {
        (place, self.state) = ("\(file):\(line)", state)
    }

    package var description: String { "waited in vain at \(place): \(state)" }
}

/// Waits for something that no event tells of; who waits in vain tells how things stand.
package func until(
    else state: @autoclosure () -> String = "",
    file: String = #fileID,
    line: Int = #line,
    _ isSo: () throws -> Bool
) async throws {
    let end = ContinuousClock.now.advanced(by: patience)
    while try !isSo() {
        guard ContinuousClock.now < end else {
            throw TooSlow(state(), file: file, line: line)
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Runs what blocks on a thread of its own: the tests of a process share one for each core.
package func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

/// Runs `body` in `count` threads at once, more than there are cores, and gives what each returned.
package func inThreads<Value: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) throws -> Value
) throws -> [Value] {
    let results = Results<Value>()
    let group = DispatchGroup()
    for number in 0..<count {
        group.enter()
        Thread.detachNewThread {
            let result = Result { try body(number) }
            results.values.withLock { $0.append(result) }
            group.leave()
        }
    }
    group.wait()
    return try results.values.withLock { $0 }.map { try $0.get() }
}

private final class Results<Value: Sendable>: Sendable {
    let values = Mutex<[Result<Value, any Error>]>([])
}
