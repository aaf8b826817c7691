// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension DeliveryReport {
    /// The reason for which the user sees what they see, in a sentence: the extension's fault
    /// first, if it did.
    public var explanation: String {
        faults.first.map { sentence(for: $0) } ?? sentence(for: outcome)
    }

    /// A sentence for each fault after the first, which the ``explanation`` names.
    var furtherExplanations: [String] { faults.dropFirst().map { sentence(for: $0) } }

    /// The sentence for one of the ``faults``.
    package func sentence(for fault: ExtensionFault) -> String {
        switch fault {
        case .neverHandedOver:
            "The extension used up its time and handed nothing over"
                + "\(network.isEmpty ? "" : ",\(network)"), so \(result)."
        case .releasedHandler:
            "The extension let go of its content handler without calling it, so \(result)."
        case .handedOverTooLate:
            "The extension handed over only after its time was over"
                + "\(network.isEmpty ? "" : ",\(network)"), so \(result)."
        case .startedTooSlowly:
            "The extension took too long to start and was ended without a warning, so \(result)."
        case .crashed(let how) where outcome == .droppedAfterCrash:
            "The extension's process ended\(inBrackets(how + told)), and its app may filter "
                + "notifications, so \(result)."
        case .crashed(let how):
            "The extension's process ended\(inBrackets(how + told)), so \(result)."
        case .exceededMemory:
            "The extension used more memory than it may and was ended without a warning, so \(result)."
        case .handedOverNoText:
            "The extension handed over content without a title, subtitle or body, so \(result)."
        case .handedOverAgain(let times):
            "The extension handed over \(times) times, of which only the first counts, so \(result)."
        case .handedOverAtWarning:
            "The extension handed over only when it was warned that its time was up"
                + "\(network.isEmpty ? "" : ",\(network)"); \(result)."
        case .crashedAfterHandOver(let how):
            "The extension's process ended\(inBrackets(how + told)) after it had handed over; \(result)."
        case .exceededMemoryAfterHandOver:
            "The extension used more memory than it may after it had handed over; \(result)."
        case .insecureLoadStopped(let url):
            "The extension asked for '\(url.printable)', which App Transport Security stops, as its "
                + "Info.plist does not allow plain http there; \(result)."
        case .attachmentNotMade(let file, let type, let code):
            "The extension could not attach '\(file.printable)', as "
                + "\(Self.reason(for: code, file: file, type: type)); \(result)."
        case .attachmentRefused(let identifier, let code):
            "The system left the attachment '\(identifier.printable)' out, as "
                + "\(Self.reason(for: code)); \(result)."
        case .attachmentMismatched(let identifier, let type, let content):
            "The system left the attachment '\(identifier.printable)' out, as it is \(content) and "
                + "not \(type); \(result)."
        }
    }

    /// What is wrong with an attachment by the number of its `UNError.Code`, as half a sentence.
    private static func reason(for code: Int, file: String = "", type: String? = nil) -> String {
        let reason =
            switch UNError.Code(rawValue: code) {
            case .attachmentInvalidURL where file.contains("://"):
                "that is the URL of no file: download it first, and attach the file"
            case .attachmentInvalidURL: "there is no such file that can be read"
            case .attachmentUnrecognizedType:
                "a file of the type '\((type ?? "").printable)' can't be attached"
            case .attachmentInvalidFileSize: "it is too large for its type"
            case .attachmentMoveIntoDataStoreFailed: "it could not be moved into the device's store"
            case .attachmentCorrupt: "one of its options is outside its limits"
            default: "the system does not take it"
            }
        return "\(reason) (error \(code))"
    }

    private func sentence(for outcome: Outcome) -> String {
        switch outcome {
        case .handedOver where shown == nil && events.contains { $0.kind == .appAsked }:
            "The extension handed over, but the app, in the foreground, let nothing of it be shown."
        case .handedOver where shown == nil:
            "The extension handed over, but the user's settings, or an app in the foreground that asks for none, leave nothing of it to show."
        case .handedOver:
            "The extension handed over a notification\(slowness), which is shown."
        case .suppressed:
            "The extension handed over empty content, and its app may filter notifications, so \(result)."
        case .badgeOnly where events.contains { $0.kind.name == "badgeSet" }:
            "The extension handed over a badge alone, and its app may filter notifications, so \(result)."
        case .badgeOnly:
            "The extension handed over a badge alone, and its app may filter notifications but not set this badge, so \(result)."
        case .notLaunched(let refusal):
            "The extension was not launched, as \(refusal.reason), so \(result)."
        case .lost(let loss): "There is no notification: \(loss.reason)."
        case .undecided: "Nothing is decided yet: the extension still has time."
        case .timedOut, .slowStart, .crashed, .killedForMemory, .emptyResult, .droppedAfterCrash:
            // Each of these is a fault, which has the sentence.
            "The extension failed, so \(result)."
        }
    }

    /// What the user sees, as half a sentence.
    private var result: String {
        switch outcome {
        case .undecided: "nothing can come of it, while its time is not over"
        case .badgeOnly where events.contains { $0.kind.name == "badgeSet" }:
            "the badge is set and nothing is shown"
        case .suppressed, .badgeOnly, .droppedAfterCrash: "nothing is shown"
        case _ where shown == nil: "nothing is shown"
        case .handedOver: "what it handed over is shown"
        default: "the notification is shown as it was sent"
        }
    }

    /// How long it took, where a user would notice.
    private var slowness: String {
        guard network.isEmpty else { return network }
        guard let start = events.first(where: { $0.kind == .launched }),
            let end = events.first(where: { $0.kind == .handedOver }),
            end.time - start.time >= .seconds(1)
        else { return "" }
        return " after \((end.time - start.time).wholeSeconds) s"
    }

    /// How long the clock stood still for a connection.
    private var network: String {
        for case .clockHeld(let time) in events.map(\.kind) {
            return " after \(time.wholeSeconds) s of network, for which the clock stood still"
        }
        return ""
    }

    /// What the process said of its end, to stand behind how it ended.
    private var told: String {
        for case .crashTold(let words) in events.map(\.kind) {
            return "\(words.hasPrefix("in ") ? "" : ":") \(words)"
        }
        return ""
    }

    private func inBrackets(_ text: String) -> String {
        text.isEmpty ? "" : " (\(text.printable))"
    }
}

extension Duration {
    /// The nearest number of whole seconds.
    fileprivate var wholeSeconds: Int64 { (milliseconds + 500) / 1000 }
}
