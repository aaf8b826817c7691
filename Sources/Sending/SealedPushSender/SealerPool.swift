// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Synchronization

/// Sealers that wait for their next message: as many as were ever busy at once, at most a few.
final class SealerPool: Sendable {
    private static let idleLimit = 16
    private let idle = Mutex<[Worker]>([])

    /// A sealer that one call at a time has to itself.
    private final class Worker: @unchecked Sendable /* taken out of the pool while in use */ {
        var sealer = MessageSealer()
    }

    func withSealer<Result>(
        _ body: (inout MessageSealer) throws(SealingError) -> Result
    ) throws(SealingError) -> Result {
        let worker = idle.withLock { $0.popLast() } ?? Worker()
        defer {
            idle.withLock { idle in
                if idle.count < Self.idleLimit { idle.append(worker) }
            }
        }
        return try body(&worker.sealer)
    }
}
