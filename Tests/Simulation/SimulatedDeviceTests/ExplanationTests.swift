// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing
import UserNotifications

@testable import SimulatedDevice

/// Every outcome in one plain sentence, word by word.
struct ExplanationTests {
    static let asSent = "the notification is shown as it was sent."

    /// How it ended, what is said where something is shown, and what where nothing is.
    static let outcomes: [(DeliveryReport.Outcome, shown: String, nothing: String)] = [
        (
            .handedOver, "The extension handed over a notification, which is shown.",
            "The extension handed over, but the user's settings, or an app in the foreground that asks for none, leave nothing of it to show."
        ),
        both(.timedOut, "The extension used up its time and handed nothing over"),
        both(
            .slowStart,
            "The extension took too long to start and was ended without a warning"
        ),
        both(.crashed, "The extension's process ended"),
        both(
            .killedForMemory,
            "The extension used more memory than it may and was ended without a warning"
        ),
        both(
            .emptyResult,
            "The extension handed over content without a title, subtitle or body"
        ),
        one(
            .suppressed,
            "The extension handed over empty content, and its app may filter notifications, so nothing is shown."
        ),
        one(
            .badgeOnly,
            "The extension handed over a badge alone, and its app may filter notifications but not set this badge, so nothing is shown."
        ),
        one(
            .droppedAfterCrash,
            "The extension's process ended, and its app may filter notifications, so nothing is shown."
        ),
        refused(.notMutable, "the payload has no 'mutable-content' of 1"),
        refused(.noAlert, "the payload has no alert with a title, subtitle or body"),
        refused(.silent, "the payload has nothing for the user"),
        refused(.alertsOff, "the app may not show alerts"),
        refused(.noExtension, "the app has none"),
        lost(
            .payloadMalformed,
            "the payload is no JSON object that can be read, with an object 'aps'"
        ),
        lost(.payloadTooLarge, "the payload is larger than the push service takes"),
        lost(.collapseIDTooLong, "the collapse id has more than 64 bytes"),
        lost(.otherApp, "the push is for another app"),
        lost(.notKept, "the device was offline, and the push was not to be kept"),
        lost(
            .replacedWhileOffline,
            "the device was offline, and a later push took the one place that the app has"
        ),
        lost(.expired, "the device was offline until the push was out of date"),
        one(.undecided, "Nothing is decided yet: the extension still has time."),
    ]

    @Test(arguments: outcomes)
    func `every outcome is explained in one sentence`(
        _ outcome: DeliveryReport.Outcome,
        _ shown: String,
        _ nothing: String
    ) {
        #expect(Self.report(outcome, isShown: true).explanation == shown)
        #expect(Self.report(outcome, isShown: false).explanation == nothing)
        for sentence in [shown, nothing] {
            #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true)
        }
    }

    @Test func `an app in the foreground that lets nothing be shown is named`() {
        let report = Self.report(.handedOver, isShown: false, .appAsked)
        let sentence =
            "The extension handed over, but the app, in the foreground, let nothing of it be shown."
        #expect(report.explanation == sentence)
    }

    @Test func `a badge that is set without a notification is named`() {
        let report = Self.report(.badgeOnly, isShown: false, .badgeSet(7))
        let sentence =
            "The extension handed over a badge alone, and its app may filter notifications, so the badge is set and nothing is shown."
        #expect(report.explanation == sentence)
    }

    @Test(arguments: [NotificationPermission.denied, .notAsked])
    func `of an app that may not show alerts it isn't said who forbade them`(
        _ permission: NotificationPermission
    ) async {
        let device = Device.running()
        device.profile.permission = permission
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.explanation.contains("as the app may not show alerts"))
    }

    @Test func `a push that ends without a hand-over says how long the network took`() {
        let late = Self.report(.timedOut, isShown: true, .clockHeld(for: .seconds(30)), .warned)
        #expect(
            late.explanation
                == "The extension used up its time and handed nothing over, after 30 s of network, for which the clock stood still, so \(Self.asSent)"
        )
    }

    @Test(arguments: faultsOfTime)
    func `a planted fault is named by the same words after a time of network`(
        _ fault: PlantedFault,
        _ outcome: DeliveryReport.Outcome,
        _ event: DeliveryReport.Event.Kind
    ) {
        let quick = Self.report(outcome, isShown: true, event)
        let slow = Self.report(outcome, isShown: true, .clockHeld(for: .seconds(30)), event)
        #expect(quick.explanation.contains(fault.words))
        #expect(slow.explanation.contains(fault.words))
        #expect(slow.explanation != quick.explanation)
    }

    /// The planted faults whose sentence says how long the network took, with what ends them.
    static let faultsOfTime: [(PlantedFault, DeliveryReport.Outcome, DeliveryReport.Event.Kind)] = [
        (.neverHandsOver, .timedOut, .warned),
        (.handsOverAtWarning, .handedOver, .handedOverAtWarning),
    ]

    @Test func `a connection that is open after the hand-over made nothing slow`() {
        let held = Self.report(
            .handedOver,
            isShown: true,
            .handedOver,
            .clockHeld(for: .seconds(5))
        )
        #expect(held.explanation.contains("after 5 s of network"))
        let later = Self.report(
            .handedOver,
            isShown: true,
            .handedOver,
            .clockHeldAfterward(for: .seconds(5))
        )
        #expect(later.explanation == "The extension handed over a notification, which is shown.")
        #expect(later.withoutMeasurements.events.map(\.kind) == [.handedOver])
    }

    /// What the extension did wrong, by the events that say so, and the sentence that names it.
    static let faults:
        [(
            DeliveryReport.Outcome, isShown: Bool, [DeliveryReport.Event.Kind],
            [DeliveryReport.ExtensionFault], sentence: String
        )] = [
            (
                .timedOut, true, [.handlerReleased], [.releasedHandler],
                "The extension let go of its content handler without calling it, so \(asSent)"
            ),
            (
                .undecided, false, [.handlerReleased], [.releasedHandler],
                "The extension let go of its content handler without calling it, so nothing can come of it, while its time is not over."
            ),
            (
                .timedOut, true, [.handedOverLate], [.handedOverTooLate],
                "The extension handed over only after its time was over, so \(asSent)"
            ),
            (
                .crashed, true, [.crashed("signal 11")], [.crashed("signal 11")],
                "The extension's process ended (signal 11), so \(asSent)"
            ),
            (
                .droppedAfterCrash, false, [.crashed("exit\n3")], [.crashed("exit\n3")],
                #"The extension's process ended (exit\u{A}3), and its app may filter notifications, so nothing is shown."#
            ),
            (
                .handedOver, true, [.handedOver, .handedOverAgain, .handedOverAgain],
                [.handedOverAgain(times: 3)],
                "The extension handed over 3 times, of which only the first counts, so what it handed over is shown."
            ),
            (
                .handedOver, true, [.handedOverAtWarning], [.handedOverAtWarning],
                "The extension handed over only when it was warned that its time was up; what it handed over is shown."
            ),
            (
                .handedOver, true, [.handedOverAtWarning, .handedOverAgain],
                [.handedOverAgain(times: 2), .handedOverAtWarning],
                "The extension handed over 2 times, of which only the first counts, so what it handed over is shown."
            ),
            (
                .handedOver, true, [.handedOver, .crashed("exit code 3")],
                [.crashedAfterHandOver("exit code 3")],
                "The extension's process ended (exit code 3) after it had handed over; what it handed over is shown."
            ),
            (
                .handedOver, false, [.handedOver, .killed], [.exceededMemoryAfterHandOver],
                "The extension used more memory than it may after it had handed over; nothing is shown."
            ),
            (
                .suppressed, false, [.handedOver, .handedOverAgain],
                [.handedOverAgain(times: 2)],
                "The extension handed over 2 times, of which only the first counts, so nothing is shown."
            ),
        ]

    @Test(arguments: faults)
    func `the first sentence names what the extension did wrong`(
        _ outcome: DeliveryReport.Outcome,
        _ isShown: Bool,
        _ events: [DeliveryReport.Event.Kind],
        _ faults: [DeliveryReport.ExtensionFault],
        _ sentence: String
    ) {
        let report = Self.report(outcome, isShown: isShown, events)
        #expect(report.faults == faults)
        #expect(report.explanation == sentence)
        #expect(report.text.hasPrefix("\(sentence)\n"))
        let names = faults.map { "\"\($0.name)\"" }.joined(separator: ",")
        #expect(report.json.contains("\"faults\":[\(names)]"))
        for further in report.furtherExplanations {
            #expect(report.text.contains("\n\(further)\n"))
        }
        #expect(report.furtherExplanations.count == faults.count - 1)
    }

    @Test func `the table has every outcome`() {
        let outcomes = Set(Self.outcomes.map(\.0))
        #expect(Set(outcomes.map(\.name)).count == 12)
        #expect(
            outcomes.isSuperset(of: DeliveryReport.LaunchRefusal.allCases.map { .notLaunched($0) })
        )
        #expect(outcomes.isSuperset(of: DeliveryReport.Loss.allCases.map { .lost($0) }))
    }

    private static func report(
        _ outcome: DeliveryReport.Outcome,
        isShown: Bool,
        _ events: DeliveryReport.Event.Kind...
    ) -> DeliveryReport {
        report(outcome, isShown: isShown, events)
    }

    private static func report(
        _ outcome: DeliveryReport.Outcome,
        isShown: Bool,
        _ events: [DeliveryReport.Event.Kind]
    ) -> DeliveryReport {
        let shown = ShownNotification(
            UNNotificationRequest.Values(
                identifier: "a",
                content: UNNotificationContent.Values(),
                trigger: nil
            ),
            of: nil,
            attachments: [],
            by: Presenter(profile: Device.profile)
        )
        return DeliveryReport(
            outcome: outcome,
            shown: isShown ? shown : nil,
            original: nil,
            handOvers: events.count {
                [.handedOver, .handedOverAtWarning, .handedOverAgain, .handedOverLate].contains($0)
            },
            events: events.map { DeliveryReport.Event(time: .zero, kind: $0) },
            peakMemory: nil
        )
    }

    private static func both(_ outcome: DeliveryReport.Outcome, _ why: String) -> (
        DeliveryReport.Outcome, String, String
    ) {
        (outcome, "\(why), so \(asSent)", "\(why), so nothing is shown.")
    }

    private static func one(_ outcome: DeliveryReport.Outcome, _ sentence: String) -> (
        DeliveryReport.Outcome, String, String
    ) {
        (outcome, sentence, sentence)
    }

    private static func refused(_ refusal: DeliveryReport.LaunchRefusal, _ why: String) -> (
        DeliveryReport.Outcome, String, String
    ) {
        both(.notLaunched(refusal), "The extension was not launched, as \(why)")
    }

    private static func lost(_ loss: DeliveryReport.Loss, _ why: String) -> (
        DeliveryReport.Outcome, String, String
    ) {
        one(.lost(loss), "There is no notification: \(why).")
    }
}
