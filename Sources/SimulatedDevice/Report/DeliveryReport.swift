// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// What became of one push: what is shown, why, and everything on the way there.
///
/// Two reports are equal where the same happened at the same times. What was measured of the
/// process (``peakMemory``) differs from run to run; ``withoutMeasurements`` leaves it out.
public struct DeliveryReport: Sendable, Hashable {
    /// How it ended.
    public let outcome: Outcome
    /// The notification as the user meets it, or nil where there is none.
    public let shown: ShownNotification?
    /// What the payload describes, which is shown where the extension fails; nil for a push that was lost or is undecided.
    public let original: NotificationContent?
    /// What happened, in order: the first 1000 events.
    public let events: [DeliveryEvent]
    /// The most anonymous memory that the extension's process had, in bytes; nil where it has none of its own.
    public let peakMemory: Int?

    /// How often the extension handed over: 1 is as it should be.
    public var handOvers: Int {
        events.count { event in
            switch event.kind {
            case .handedOver, .handedOverAgain, .handedOverLate: true
            default: false
            }
        }
    }

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
            events: events,
            peakMemory: nil
        )
    }
}
