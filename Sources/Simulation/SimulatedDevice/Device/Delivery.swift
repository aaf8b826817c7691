// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Synchronization
import UserNotifications

/// A push that is about to become a notification.
struct Notice: Sendable {
    let request: UNNotificationRequest.Values
    /// What the payload describes.
    let original: NotificationContent
    let push: ArrivedPush
    let delivery: SimulatedDevice.Delivery
}

extension SimulatedDevice {
    /// A push that is being delivered by the device.
    ///
    /// The report is complete once three things have happened:
    ///
    /// - The device has decided what the user sees.
    /// - The extension's calls have returned.
    /// - The app has answered, if the push woke it.
    ///
    /// With a virtual clock nothing times out by itself: call ``SimulatedDevice/advance(by:)``, or
    /// use ``SimulatedDevice/report(of:within:)``, which moves the clock as far as necessary.
    public final class Delivery: Sendable {
        /// The decision about the push.
        struct Conclusion {
            let outcome: DeliveryReport.Outcome
            let shown: ShownNotification?
            let original: NotificationContent?
        }

        private struct State {
            var conclusion: Conclusion?
            /// The number of things that the report waits for.
            var errands = 1
        }

        let recorder: Recorder
        /// The decision, once nothing is left to wait for.
        let end = Eventual<Conclusion>()
        /// Resolved once the extension can no longer hand over, or if there is none.
        let departure = Eventual<Void>()
        private let state = Mutex(State())

        /// The delivery of the push's duplicate, if the push service makes one.
        public let copy: Delivery?

        init(clock: DeviceClock, copy: Delivery? = nil) {
            recorder = Recorder(clock: clock)
            self.copy = copy
        }

        /// The report of the push, once it is complete.
        ///
        /// Later events, such as a second hand-over, are in the report if it is read again. If the
        /// task is cancelled first, the outcome is ``DeliveryReport/Outcome/undecided``, so a time
        /// limit of the test ends the wait.
        public var report: DeliveryReport {
            get async {
                _ = await end.value
                return latestReport
            }
        }

        /// The report of the push, or nil while it is not complete.
        public var reportSoFar: DeliveryReport? {
            end.soFar.map { report(of: $0) }
        }

        /// The report as far as it is known.
        var latestReport: DeliveryReport {
            let undecided = Conclusion(outcome: .undecided, shown: nil, original: nil)
            return report(of: state.withLock(\.conclusion) ?? undecided)
        }

        /// Notes the decision; later ones are ignored.
        func conclude(_ conclusion: Conclusion) {
            settle { $0.conclusion = $0.conclusion ?? conclusion }
        }

        /// Notes that the report waits for one more thing.
        func hold() {
            settle { $0.errands += 1 }
        }

        /// Notes that one thing that the report waited for has happened.
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
}
