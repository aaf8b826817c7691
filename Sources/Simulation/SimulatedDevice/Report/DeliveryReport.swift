// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// The report of one push: what the user sees, why, and every event on the way.
///
/// Two reports are equal if the same events happened at the same times. Measurements of the process
/// (``peakMemory``, and the time for which connections stopped the clock) differ from run to run;
/// ``withoutMeasurements`` leaves them out.
public struct DeliveryReport: Sendable, Hashable {
    /// The outcome of the push.
    public let outcome: Outcome
    /// The notification as the user sees it; nil if there is none.
    public let shown: ShownNotification?
    /// The content of the payload, which is shown if the extension fails; nil for a push that was
    /// lost or is undecided.
    public let original: NotificationContent?
    /// The number of hand-overs by the extension; a correct extension has 1.
    public let handOvers: Int
    /// The events in order; at equal times, those of the extension come before those of the app.
    ///
    /// Further hand-overs and late answers of the app are limited to the first 1000.
    public let events: [Event]
    /// The peak of anonymous memory in the extension's process, in bytes; nil if the extension runs
    /// in the test's process.
    public let peakMemory: Int?

    /// The result of waking the app; nil if the push does not ask for it.
    public var wake: WakeResult? {
        for event in events {
            switch event.kind {
            case .appNotWoken(let refusal): return .refused(refusal)
            case .appAnswered(let result): return .answered(result)
            case .appTimedOut: return .timedOut
            default: continue
            }
        }
        return nil
    }

    /// The same report without the measurements, which differ from run to run.
    public var withoutMeasurements: DeliveryReport {
        DeliveryReport(
            outcome: outcome,
            shown: shown,
            original: original,
            handOvers: handOvers,
            events: events.filter { !$0.kind.name.hasPrefix("clockHeld") },
            peakMemory: nil
        )
    }
}
