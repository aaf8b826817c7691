// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice

@testable import PushFindings

extension Planted {
    /// What a report tells, against one of an extension that did what it should.
    private static func told(_ rule: Rule, _ faulty: @escaping Change) -> Planted {
        Planted(rule, "reported", faulty) { $0.end(.handedOver, .handedOver) }
    }

    /// What a report tells of a push that wakes the app.
    private static func woken(_ rule: Rule, _ event: DeliveryReport.Event.Kind) -> Planted {
        Planted(rule, "reported") {
            $0.becomeSilent()
            $0.end(.notLaunched(.silent), isShown: false, event)
        } almost: {
            $0.becomeSilent()
            $0.end(.notLaunched(.silent), isShown: false, .appWoken, .appAnswered(.noData))
        }
    }

    static let reports: [Planted] = [
        told(.neverHandedOver) { $0.end(.timedOut, .warned) },
        told(.releasedHandler) { $0.end(.timedOut, .handlerReleased) },
        told(.handedOverTooLate) { $0.end(.timedOut, .handedOverLate) },
        told(.startedTooSlowly) { $0.end(.slowStart) },
        told(.crashed) { $0.end(.crashed, .crashTold("in f()"), .crashed("signal 4")) },
        told(.exceededMemory) { $0.end(.killedForMemory, .killed) },
        told(.handedOverNoText) { $0.end(.emptyResult, .handedOver) },
        told(.handedOverAgain) { $0.end(.handedOver, .handedOver, .handedOverAgain) },
        told(.handedOverAtWarning) { $0.end(.handedOver, .handedOverAtWarning) },
        told(.crashedAfterHandOver) { $0.end(.handedOver, .handedOver, .crashed("exit code 3")) },
        told(.exceededMemoryAfterHandOver) { $0.end(.handedOver, .handedOver, .killed) },
        told(.insecureLoadStopped) {
            $0.end(.handedOver, .insecureLoadStopped("http://example.com"), .handedOver)
        },
        told(.attachmentNotMade) {
            $0.end(
                .handedOver,
                .attachmentNotMade("a.webp", type: "org.webmproject.webp", code: 101),
                .handedOver
            )
        },
        told(.attachmentRefused) {
            $0.end(.handedOver, .handedOver, .attachmentRefused("a", code: 102))
        },
        told(.attachmentMismatched) {
            $0.end(
                .handedOver,
                .handedOver,
                .attachmentMismatched("a", type: "public.png", content: "an HTML page")
            )
        },
        told(.criticalSoundRefused) {
            $0.end(.handedOver, .handedOver, .criticalSoundRefused(.notAllowed))
        },
        told(.nothingShown) { $0.end(.suppressed, isShown: false, .handedOver) },
        told(.nothingShown) { $0.end(.handedOver, isShown: false, .handedOver, .appAsked) },
        told(.alertsOff) {
            $0.app.showsAlerts = nil
            $0.end(.notLaunched(.alertsOff), isShown: false)
        },
        told(.otherApp) { $0.end(.lost(.otherApp), isShown: false) },
        told(.notKept) { $0.end(.lost(.notKept), isShown: false) },
        told(.replacedWhileOffline) { $0.end(.lost(.replacedWhileOffline), isShown: false) },
        told(.expired) { $0.end(.lost(.expired), isShown: false) },
        woken(.noBackgroundMode, .appNotWoken(.noBackgroundMode)),
        woken(.appWasQuit, .appNotWoken(.terminatedByUser)),
        Planted(.noApp) {
            $0.becomeSilent()
            $0.phone.apps = []
            $0.end(.notLaunched(.silent), isShown: false, .appNotWoken(.noApp))
        } almost: {
            $0.becomeSilent()
            $0.end(.notLaunched(.silent), isShown: false, .appNotWoken(.noApp))
        },
        woken(.wokenTooOften, .appNotWoken(.tooOften)),
        woken(.appTimedOut, .appTimedOut),
    ]
}
