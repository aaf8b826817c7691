// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Synchronization

/// A push on its way through the device.
///
/// Its report is there when it is decided what the user sees, the extension's calls have returned,
/// and the app, where it was woken, has answered. With a virtual clock that may take an ``SimulatedDevice/advance(by:)``: nothing times
/// out by itself.
public final class Delivery: Sendable {
    /// What was decided.
    struct Conclusion {
        let outcome: Outcome
        let shown: ShownNotification?
        let original: NotificationContent?
    }

    private struct State {
        var conclusion: Conclusion?
        /// How much is still to be waited for.
        var errands = 1
        var waiting: [CheckedContinuation<Conclusion, Never>] = []

        var end: Conclusion? { errands == 0 ? conclusion : nil }
    }

    let recorder: Recorder
    private let state = Mutex(State())

    /// The way of the push's copy, where the push service makes one.
    public let copy: Delivery?

    init(clock: DeviceClock, copy: Delivery? = nil) {
        recorder = Recorder(clock: clock)
        self.copy = copy
    }

    /// What became of the push, once that is known.
    ///
    /// What happens later, as a second hand-over, is in the report for whoever asks again.
    public var report: DeliveryReport {
        get async {
            let conclusion = await withCheckedContinuation { continuation in
                let conclusion = state.withLock { state in
                    if state.end == nil { state.waiting.append(continuation) }
                    return state.end
                }
                if let conclusion { continuation.resume(returning: conclusion) }
            }
            return report(of: conclusion)
        }
    }

    /// What became of the push, or nil while that is not known.
    public var reportSoFar: DeliveryReport? {
        state.withLock(\.end).map { report(of: $0) }
    }

    /// Decides what became of the push; once.
    func conclude(_ conclusion: Conclusion) {
        settle { $0.conclusion = $0.conclusion ?? conclusion }
    }

    /// Says that one thing more is to be waited for.
    func hold() {
        settle { $0.errands += 1 }
    }

    /// Says that one thing less is to be waited for.
    func close() {
        settle { $0.errands -= 1 }
    }

    private func settle(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state -> [CheckedContinuation<Conclusion, Never>] in
            change(&state)
            guard state.end != nil else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let conclusion = state.withLock(\.end) else { return }
        for continuation in waiting { continuation.resume(returning: conclusion) }
    }

    private func report(of conclusion: Conclusion) -> DeliveryReport {
        DeliveryReport(
            outcome: conclusion.outcome,
            shown: conclusion.shown,
            original: conclusion.original,
            events: recorder.events,
            peakMemory: recorder.peakMemory
        )
    }
}
