// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushAPNs
import SealedPushCoding
import SimulatedDevice

/// Headers that do not fit the payload, or the time.
struct KindFindings {
    let push: KnownPush

    var findings: [Finding] {
        expiration + activity + notification
            + [missingType].compactMap(\.self)
    }

    private var notification: [Finding] {
        guard let arrived = push.arrived, push.isNotification else { return [] }
        if push.type == .background {
            return [visibleBackground(arrived), wakelessBackground(arrived)].compactMap(\.self)
        }
        guard !arrived.isVisible else { return [] }
        if arrived.wakesApp { return push.type == .alert ? [silentAlert] : [] }
        // What was meant for an extension, or is a Live Activity's, is told elsewhere.
        guard Wish(in: push) == nil, !arrived.isMutable, activityKeys.isEmpty else { return [] }
        return [
            Finding(
                .nothingToShow,
                push.report.flatMap { $0.outcome == .notLaunched(.silent) ? $0.explanation : nil }
                    ?? "Nothing is shown, as \(DeliveryReport.LaunchRefusal.silent.reason).",
                "Add an alert, a sound or a badge to 'aps', or wake the app: a push of type"
                    + " 'background' with \"content-available\":1.",
                in: "aps"
            )
        ]
    }

    private func visibleBackground(_ arrived: ArrivedPush) -> Finding? {
        guard arrived.isVisible else { return nil }
        return Finding(
            .visibleBackground,
            "The push type is 'background', which shows nothing, and the payload has an alert, a"
                + " sound or a badge.",
            "Give the type 'alert', and priority 10.",
            in: "apns-push-type"
        )
    }

    private func wakelessBackground(_ arrived: ArrivedPush) -> Finding? {
        guard !arrived.wakesApp else { return nil }
        return Finding(
            .wakelessBackground,
            "The push type is 'background', and the payload has no 'content-available' of 1, so"
                + " no app is woken.",
            "Add \"content-available\":1 to 'aps', the number without quotation marks.",
            in: "aps.content-available"
        )
    }

    private var silentAlert: Finding {
        Finding(
            .silentAlert,
            "The push type is 'alert', and the payload only wakes the app, so the push may come"
                + " late or not at all.",
            "Give the type 'background' and priority 5.",
            in: "apns-push-type"
        )
    }

    private var missingType: Finding? {
        guard push.sent.hasAllHeaders, push.sent["apns-push-type"] == nil else { return nil }
        return Finding(
            .noPushType,
            "The push has no 'apns-push-type': watches do not get it, and other devices may get it"
                + " late or not at all.",
            "Give the type that fits the payload, which is 'alert' for what the user sees.",
            in: "apns-push-type"
        )
    }
}

extension KindFindings {
    private var expiration: [Finding] {
        let subject = "apns-expiration"
        guard let text = push.sent[subject], let seconds = Int64(text), seconds > 0 else {
            return []
        }
        // A date beyond the year 5000 is one in milliseconds.
        if seconds > 100_000_000_000 {
            let sentence =
                "The expiration \(Quoted.value(text)) is thousands of years ahead, as if it were"
                + " in milliseconds."
            let remedy = "Give whole seconds since 1970."
            return [Finding(.expirationInMilliseconds, sentence, remedy, in: subject)]
        }
        guard let now = push.sent.time.map({ Int64($0.milliseconds / 1000) }), seconds < now
        else { return [] }
        let sentence =
            "The push was out of date when it was sent: it expired \(now - seconds) s before."
        let remedy = "Give a later time, in seconds since 1970; 0 means one attempt."
        return [Finding(.expired, sentence, remedy, in: subject)]
    }
}

extension KindFindings {
    /// The members of 'aps' that only Live Activities have.
    private var activityKeys: [String] {
        ["content-state", "attributes-type", "attributes", "event"].filter { push.aps?[$0] != nil }
    }

    private var activity: [Finding] {
        guard push.arrived != nil, let type = push.type else { return [] }
        guard type == .liveActivity else {
            guard let key = activityKeys.first else { return [] }
            let sentence =
                "'aps.\(key)' is of a Live Activity, and the push type is '\(type.rawValue)'."
            let remedy =
                "Give the type 'liveactivity', and a topic that ends in"
                + " '\(APNsPushType.liveActivity.topicSuffix)'."
            return [Finding(.wrongActivityType, sentence, remedy, in: "apns-push-type")]
        }
        return missingOfActivity.prefix(1).map { key in
            Finding(
                .incompleteActivity,
                "The push is for a Live Activity, and the payload has no 'aps.\(key)', so it"
                    + " changes none.",
                "Add 'timestamp' (seconds since 1970), 'event' and what the event needs to 'aps'.",
                in: "aps.\(key)"
            )
        }
    }

    private var missingOfActivity: [String] {
        let needed: [String] =
            switch push.aps?["event"]?.string {
            case "start": ["content-state", "attributes-type", "attributes", "alert"]
            case "update": ["content-state"]
            default: []
            }
        return (["timestamp", "event"] + needed).filter { push.aps?[$0] == nil }
    }
}
