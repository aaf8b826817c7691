// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A thread that tasks run on.
private final class ThreadExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "race")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}

/// Runs `body` on `count` threads at once, and gives what each of them came to, in no order.
package func race<Result: Sendable>(
    _ count: Int = 8,
    _ body: @escaping @Sendable (_ index: Int) async throws -> Result
) async throws -> [Result] {
    try await withThrowingTaskGroup(of: Result.self) { group in
        for index in 0..<count {
            group.addTask(executorPreference: ThreadExecutor()) { try await body(index) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
