// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeliveryReport {
    /// Why the user sees what they see, in a sentence.
    public var explanation: String {
        switch outcome {
        case .handedOver where shown == nil && events.contains { $0.kind == .appAsked }:
            "The extension handed over, but the app, in the foreground, let nothing of it be shown."
        case .handedOver where shown == nil:
            "The extension handed over, but the user's settings, or an app in the foreground that asks for none, leave nothing of it to show."
        case .handedOver: "The extension handed over a notification, which is shown."
        case .timedOut:
            "The extension used up its time and handed nothing over, so \(original(isShown))."
        case .slowStart:
            "The extension took too long to start and was ended without a warning, so \(original(isShown))."
        case .crashed: "The extension's process ended, so \(original(isShown))."
        case .killedForMemory:
            "The extension used more memory than it may and was ended without a warning, so \(original(isShown))."
        case .emptyResult:
            "The extension handed over content without a title, subtitle or body, so \(original(isShown))."
        case .suppressed:
            "The extension handed over empty content, and its app may filter notifications, so nothing is shown."
        case .badgeOnly where events.contains { $0.kind.name == "badgeSet" }:
            "The extension handed over a badge alone, and its app may filter notifications, so the badge is set and nothing is shown."
        case .badgeOnly:
            "The extension handed over a badge alone, and its app may filter notifications but not set this badge, so nothing is shown."
        case .droppedAfterCrash:
            "The extension's process ended, and its app may filter notifications, so nothing is shown."
        case .notLaunched(let refusal):
            "The extension was not launched, as \(refusal.reason), so \(original(isShown))."
        case .lost(let loss): "There is no notification: \(loss.reason)."
        case .undecided: "Nothing is decided yet: the extension still has time."
        }
    }

    private var isShown: Bool { shown != nil }

    private func original(_ isShown: Bool) -> String {
        isShown ? "the notification is shown as it was sent" : "nothing is shown"
    }
}

extension Refusal {
    /// What the system found, as half a sentence.
    var reason: String {
        switch self {
        case .notMutable: "the payload has no 'mutable-content' of 1"
        case .noAlert: "the payload has no alert with a title, subtitle or body"
        case .silent: "the payload has nothing for the user"
        case .alertsOff: "the app may not show alerts"
        }
    }
}

extension Loss {
    /// What became of the push, as half a sentence.
    var reason: String {
        switch self {
        case .payloadMalformed:
            "the payload is no JSON object that can be read, with an object 'aps'"
        case .payloadTooLarge: "the payload is larger than the push service takes"
        case .collapseIDTooLong: "the collapse id has more than 64 bytes"
        case .otherApp: "the push is for another app"
        case .notKept: "the device was offline, and the push was not to be kept"
        case .replacedWhileOffline:
            "the device was offline, and a later push took the one place that the app has"
        case .expired: "the device was offline until the push was out of date"
        }
    }
}
