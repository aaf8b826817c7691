// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushServiceExtension
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    /// What bounds the memory of a download whose file is written more slowly than it comes.
    @Suite struct TransferQueueTests {
        @Test(.rules("C-21"))
        func `who adds more than the queue has room for waits`() async throws {
            let counts = Mutex((added: 0, done: 0, mostWaiting: 0))
            try await confirmation(expectedCount: 100) { confirm in
                let queue = TransferQueue()
                Thread.detachNewThread {
                    for _ in 0..<100 {
                        queue.addOperation {
                            // As long as there is room, adding goes on.
                            while counts.withLock({ $0.added < min($0.done + 8, 100) }) {
                                sched_yield()
                            }
                            counts.withLock { counts in
                                counts.done += 1
                                counts.mostWaiting = max(
                                    counts.mostWaiting,
                                    counts.added - counts.done
                                )
                            }
                            confirm()
                        }
                        counts.withLock { $0.added += 1 }
                    }
                }
                try await until { counts.withLock { $0.done == 100 } }
            }
            #expect(counts.withLock(\.mostWaiting) <= 8)
        }
    }
#endif
