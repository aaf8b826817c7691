// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// What became of one push: what is shown, why, and everything on the way there.
///
/// Two reports are equal where the same happened at the same times. What was measured of the
/// process (``peakMemory``, and for how long its connections held the clock) differs from run to
/// run;
/// ``withoutMeasurements`` leaves it out.
public struct DeliveryReport: Sendable, Hashable {
    /// How it ended.
    public let outcome: Outcome
    /// The notification as the user meets it, or nil where there is none.
    public let shown: ShownNotification?
    /// What the payload describes, which is shown where the extension fails; nil for a push that
    /// was lost or is undecided.
    public let original: NotificationContent?
    /// How often the extension handed over: 1 is as it should be.
    public let handOvers: Int
    /// What happened, in order; at one time the extension's doings before the app's.
    ///
    /// Of hand-overs after the first, and of late answers of the app, only the first 1000 are here.
    public let events: [DeliveryEvent]
    /// The most anonymous memory that the extension's process had, in bytes; nil where it has none
    /// of its own.
    public let peakMemory: Int?

    /// What came of waking the app; nil where the push doesn't ask for it.
    public var wake: Wake? {
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

    /// The same without what was measured, which no two runs share.
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
