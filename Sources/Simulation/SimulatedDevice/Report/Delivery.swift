// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Synchronization

/// A push on its way through the device.
///
/// Its report is there when it is decided what the user sees, the extension's calls have returned,
/// and the app, where it was woken, has answered. With a virtual clock that may take an ``SimulatedDevice/advance(by:)``: nothing times
/// out by itself. ``SimulatedDevice/report(of:within:)`` lets time pass as far as it takes.
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
    }

    let recorder: Recorder
    /// What was decided, when there is nothing left to wait for.
    let end = Eventual<Conclusion>()
    /// That nothing more can come of an extension, or that there is none.
    let departure = Eventual<Void>()
    private let state = Mutex(State())

    /// The way of the push's copy, where the push service makes one.
    public let copy: Delivery?

    init(clock: DeviceClock, copy: Delivery? = nil) {
        recorder = Recorder(clock: clock)
        self.copy = copy
    }

    /// What became of the push, once that is known.
    ///
    /// What happens later, as a second hand-over, is in the report for whoever asks again. Where the
    /// task is cancelled first, the outcome is ``Outcome/undecided``: so a time limit of the test ends
    /// the wait.
    public var report: DeliveryReport {
        get async {
            _ = await end.value
            return latestReport
        }
    }

    /// What became of the push, or nil while that is not known.
    public var reportSoFar: DeliveryReport? {
        end.soFar.map { report(of: $0) }
    }

    /// What is known by now, if only what has happened.
    var latestReport: DeliveryReport {
        let undecided = Conclusion(outcome: .undecided, shown: nil, original: nil)
        return report(of: state.withLock(\.conclusion) ?? undecided)
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
        let conclusion = state.withLock { state -> Conclusion? in
            change(&state)
            return state.errands == 0 ? state.conclusion : nil
        }
        if let conclusion { end.resolve(conclusion) }
    }

    private func report(of conclusion: Conclusion) -> DeliveryReport {
        DeliveryReport(
            outcome: conclusion.outcome,
            shown: conclusion.shown,
            original: conclusion.original,
            handOvers: recorder.handOvers,
            events: recorder.events,
            peakMemory: recorder.peakMemory
        )
    }
}
