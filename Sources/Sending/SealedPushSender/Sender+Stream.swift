// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension Sender {
    /// Seals one message for every device of a stream, on all cores.
    ///
    /// `each` is called once a device, in the stream's order, one call at a time. At most `window`
    /// devices are under way at once, whether waiting, being sealed, or waiting for an earlier one:
    /// memory does not grow with the stream, and a slow `each` slows the stream down. Outcomes are
    /// handed on when the window is full and when the stream has ended: if a stream may wait
    /// long for its next device, choose a small window.
    ///
    /// If this throws, or its task is cancelled, no device is begun any more; those that were
    /// begun are finished, but `each` may not be called for them.
    ///
    /// - Throws: What the stream or `each` throws; `CancellationError`. What belongs to one device
    ///   is in its outcome.
    public func seal<Targets: AsyncSequence>(
        _ message: PreparedMessage,
        for targets: Targets,
        now: Timestamp? = nil,
        window: Int = 64,
        each: (SealingOutcome) async throws -> Void
    ) async throws where Targets.Element == SealingTarget {
        precondition(window > 0, "a window has room for one device")
        let now = now ?? .system
        try await withThrowingTaskGroup(of: SealingOutcome.self) { group in
            var order = OutcomeOrder()
            for try await target in targets {
                try Task.checkCancellation()
                while order.count >= window, let outcome = try await group.next() {
                    for ready in order.finish(outcome) { try await each(ready) }
                }
                let index = order.begin()
                group.addTask {
                    try Task.checkCancellation()
                    return await outcome(of: target, at: index, message, now: now)
                }
            }
            // Some streams just end when their task is cancelled.
            try Task.checkCancellation()
            while let outcome = try await group.next() {
                for ready in order.finish(outcome) { try await each(ready) }
            }
        }
    }

    private func outcome(
        of target: SealingTarget,
        at index: Int,
        _ message: PreparedMessage,
        now: Timestamp
    ) async -> SealingOutcome {
        let result: Result<SealedNotification, SealingError>
        do throws(SealingError) {
            result = .success(try await seal(message, for: target, now: now))
        } catch {
            result = .failure(error)
        }
        return SealingOutcome(index: index, device: target.bundle.device, result: result)
    }
}

/// Puts outcomes that come in any order back into the stream's.
struct OutcomeOrder {
    private var begun = 0
    private var next = 0
    private var early: [Int: SealingOutcome] = [:]

    /// How many are being sealed, or are sealed and wait for an earlier one.
    var count: Int { begun - next }

    /// Begins one more and gives its place.
    mutating func begin() -> Int {
        defer { begun += 1 }
        return begun
    }

    /// Takes one that is done and gives those whose turn it is.
    mutating func finish(_ outcome: SealingOutcome) -> [SealingOutcome] {
        early[outcome.index] = outcome
        var ready: [SealingOutcome] = []
        while let outcome = early.removeValue(forKey: next) {
            ready.append(outcome)
            next += 1
        }
        return ready
    }
}
