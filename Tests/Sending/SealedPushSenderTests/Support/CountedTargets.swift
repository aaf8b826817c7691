// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushSender
import Synchronization

/// Targets that are counted as they are taken, and how their stream ends.
final class CountedTargets: AsyncSequence, Sendable {
    enum End {
        case normally
        case failing
        /// As an `AsyncStream` does when its task is cancelled.
        case cancelling
        /// The same, after all that was taken is sealed.
        case cancellingLate
    }

    struct Broken: Error, Hashable {}

    private let targets: [SealingTarget]
    private let end: End
    private let counter = Mutex(0)

    init(_ targets: [SealingTarget], end: End = .normally) {
        self.targets = targets
        self.end = end
    }

    /// How many were taken.
    var taken: Int { counter.withLock { $0 } }

    func makeAsyncIterator() -> Iterator { Iterator(targets: self) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let targets: CountedTargets

        mutating func next() async throws -> SealingTarget? {
            let place = targets.counter.withLock { taken in
                defer { taken += 1 }
                return taken
            }
            if place < targets.targets.count { return targets.targets[place] }
            switch targets.end {
            case .normally: break
            case .failing: throw Broken()
            case .cancelling: unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            case .cancellingLate:
                try await Task.sleep(for: .milliseconds(5))
                unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            }
            return nil
        }
    }
}
