// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice

/// What the report of a simulated device tells, in its own words.
struct ReportFindings {
    let push: KnownPush
    let report: DeliveryReport

    var findings: [Finding] {
        loss + wake + report.faults.map(finding) + criticalSound + nothingShown
    }

    /// Of a push that the rules of payload and headers judge, they say more than the report.
    private var loss: [Finding] {
        guard case .lost(let loss) = report.outcome else { return [] }
        let (rule, remedy, subject): (Rule, String, String?)
        switch loss {
        case .payloadMalformed, .payloadTooLarge, .collapseIDTooLong: return []
        case .otherApp:
            (rule, remedy) = (.otherApp, "Give the bundle id of an app on the phone as the topic.")
            subject = "apns-topic"
        case .notKept:
            (rule, remedy) = (.notKept, "Give the time until which the push is to be kept, not 0.")
            subject = "apns-expiration"
        case .replacedWhileOffline:
            (rule, remedy) = (
                .replacedWhileOffline,
                "Have each push make sense alone, or the app fetch what it missed."
            )
            subject = nil
        case .expired:
            (rule, remedy) = (.expired, "Give a later time, in seconds since 1970.")
            subject = "apns-expiration"
        }
        return [Finding(rule, report.explanation, remedy, in: subject)]
    }

    private var wake: [Finding] {
        guard push.onlyWakesApp else { return [] }
        return switch report.wake {
        // A device of a test may have no code of an app that it has.
        case .refused(.noApp) where push.app != nil: []
        case .refused(let refusal): [.notWoken(refusal)]
        case .timedOut:
            [
                Finding(
                    .appTimedOut,
                    "The app that was woken did not answer in time.",
                    "Call the completion handler within 30 s, on every way through the app.",
                    in: "aps.content-available"
                )
            ]
        case .answered, nil: []
        }
    }

    private var criticalSound: [Finding] {
        report.events.compactMap { event in
            guard case .criticalSoundRefused(let refusal) = event.kind else { return nil }
            return .criticalSoundRefused(refusal)
        }
    }

    /// A notification that the extension hid, or that nothing is seen of.
    private var nothingShown: [Finding] {
        guard report.shown == nil, report.faults.isEmpty else { return [] }
        switch report.outcome {
        case .handedOver, .suppressed, .badgeOnly:
            let remedy =
                "If it is to be shown: hand over a text, and look at the settings of the user and"
                + " at what the app in the foreground presents."
            return [Finding(.nothingShown, report.explanation, remedy)]
        default: return []
        }
    }

    private func finding(_ fault: DeliveryReport.ExtensionFault) -> Finding {
        let (rule, remedy) = Self.rule(for: fault)
        return Finding(rule, report.sentence(for: fault), remedy)
    }

    private static func rule(for fault: DeliveryReport.ExtensionFault) -> (Rule, String) {
        switch fault {
        case .neverHandedOver:
            (.neverHandedOver, "Call the content handler on every way through the extension.")
        case .releasedHandler:
            (
                .releasedHandler,
                "Keep the content handler in a property, and call it on every way, also of errors."
            )
        case .handedOverTooLate, .handedOverAtWarning:
            (
                fault == .handedOverAtWarning ? .handedOverAtWarning : .handedOverTooLate,
                "Give downloads a time-out of some seconds, and hand over what is there by then."
            )
        case .startedTooSlowly:
            (.startedTooSlowly, "Do nothing in the initialiser, and block no thread.")
        case .crashed:
            (.crashed, "Look for the function and the message, and test what the push holds.")
        case .exceededMemory, .exceededMemoryAfterHandOver:
            (
                fault == .exceededMemory ? .exceededMemory : .exceededMemoryAfterHandOver,
                "Download to a file, and decode pictures no larger than they are shown."
            )
        case .handedOverNoText:
            (.handedOverNoText, "Keep the original's title or body, or set one.")
        case .handedOverAgain:
            (.handedOverAgain, "Call the content handler once, and forget it with the first call.")
        case .crashedAfterHandOver:
            (.crashedAfterHandOver, "Hand over last, and start no work that goes on.")
        case .insecureLoadStopped:
            (.insecureLoadStopped, "Ask for an https URL.")
        case .attachmentNotMade:
            (
                .attachmentNotMade,
                "Give the file a name that ends as its type does, such as .jpg, or the type hint."
            )
        case .attachmentRefused:
            (.attachmentRefused, "Attach one file once, in a folder of the extension's own.")
        case .attachmentMismatched:
            (
                .attachmentMismatched,
                "Look at the server's answer before it is attached: its status and its type."
            )
        }
    }
}
