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

extension DeliveryReport {
    /// The outcome of a push, which explains what the user sees.
    @nonexhaustive
    public enum Outcome: Sendable, Hashable {
        /// The device shows the content that the extension handed over.
        case handedOver
        /// The system warned the extension that its time was up, and the extension handed nothing
        /// over. The original is shown.
        case timedOut
        /// The extension took too long to start, and the system killed it without a warning. The
        /// original is shown.
        case slowStart
        /// The extension crashed or ended its process. The original is shown.
        case crashed
        /// The extension exceeded its memory limit, and the system killed it without a warning. The
        /// original is shown.
        case killedForMemory
        /// The extension handed over content without a text. The original is shown.
        case emptyResult
        /// The extension handed over empty content, and the app may filter notifications. Nothing
        /// is shown.
        case suppressed
        /// The extension handed over a badge alone, and the app may filter notifications. The badge
        /// is set, and nothing is shown.
        case badgeOnly
        /// The extension crashed, and the app may filter notifications. Nothing is shown.
        case droppedAfterCrash
        /// The system did not launch the extension. The original is shown if it has something to
        /// show.
        case notLaunched(LaunchRefusal)
        /// The push did not become a notification.
        case lost(Loss)
        /// The wait for the report ended before the outcome was known: the task was cancelled, or
        /// the time limit was reached.
        case undecided
    }

    /// The reason for which the system did not launch the extension.
    @nonexhaustive
    public enum LaunchRefusal: String, Sendable, Hashable, CaseIterable {
        /// `mutable-content` is not 1.
        case notMutable
        /// The push has a sound or a badge, but no alert with a title, a subtitle or a body.
        case noAlert
        /// The push shows nothing; at most it wakes the app.
        case silent
        /// The user does not allow alerts: the app never asked, or the user refused or turned them
        /// off.
        case alertsOff
        /// The app has no extension.
        case noExtension
    }
}

extension DeliveryReport {
    /// The result of a push with `content-available`.
    @nonexhaustive
    public enum WakeResult: Sendable, Hashable {
        /// The system did not wake the app.
        case refused(WakeRefusal)
        /// The system woke the app, and the app answered in time.
        case answered(FetchResult)
        /// The system woke the app, and the app did not answer in time.
        case timedOut

        /// The name in reports.
        public var name: String {
            switch self {
            case .refused(let refusal): refusal.rawValue
            case .answered(let result): "\(result)"
            case .timedOut: "timedOut"
            }
        }
    }

    /// The reason for which the system did not wake the app for a push with `content-available`.
    @nonexhaustive
    public enum WakeRefusal: String, Sendable, Hashable, CaseIterable {
        /// The app lacks the background mode for remote notifications.
        case noBackgroundMode
        /// The user terminated the app and has not opened it since.
        case terminatedByUser
        /// The device has no ``SimulatedApp``.
        case noApp
        /// The app was woken ``DeviceProfile/ExtensionLimits/wakes`` times within the last hour.
        case tooOften
    }
}

extension DeliveryReport {
    /// The reason for which a push did not become a notification.
    @nonexhaustive
    public enum Loss: String, Error, Sendable, Hashable, CaseIterable {
        /// The payload is not a JSON object with an object `aps`.
        case payloadMalformed
        /// The payload exceeds 4096 bytes, or 5120 if the push type is `voip`.
        case payloadTooLarge
        /// The collapse id exceeds 64 bytes.
        case collapseIDTooLong
        /// The push is for another app.
        case otherApp
        /// The device was offline, and the push service was not to keep the push.
        case notKept
        /// The device was offline, and a later push replaced this one: the push service keeps one
        /// for each app.
        case replacedWhileOffline
        /// The push expired while the device was offline.
        case expired
    }
}

extension DeliveryReport {
    /// The reason for which the device plays a critical sound as an ordinary one, which the mute
    /// switch or a Focus silences.
    @nonexhaustive
    public enum CriticalSoundRefusal: String, Sendable, Hashable, CaseIterable {
        /// The app lacks the entitlement for critical alerts.
        case noEntitlement
        /// The user does not allow critical alerts of the app, or was never asked.
        case notAllowed
    }
}
