// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization

/// Runs `body` in `count` threads at once, more than there are cores, and gives what each returned.
func inThreads<Value: Sendable>(
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
