// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Where a session tells its delegate what came: one call after the other, and a few of them
/// waiting at the most.
///
/// On Linux a session reads on from the network whether or not its delegate keeps up, and what
/// waits is in memory. There the call that adds to the queue is the session's own, so that it reads
/// no further while this waits.
package final class TransferQueue: OperationQueue,
    @unchecked Sendable /* a semaphore, which threads share */
{
    private let room = DispatchSemaphore(value: 8)

    package override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    #if canImport(FoundationNetworking)
        package override func addOperation(_ block: @escaping @Sendable () -> Void) {
            room.wait()
            super.addOperation { [room] in
                block()
                room.signal()
            }
        }
    #endif
}
