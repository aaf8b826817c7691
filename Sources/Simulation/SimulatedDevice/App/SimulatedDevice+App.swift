// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension SimulatedDevice {
    /// The app, which the device launches and wakes; the device holds it strongly.
    ///
    /// If the app is running by the profile, ``SimulatedApp/didLaunch()`` is called at once.
    public var app: (any SimulatedApp)? {
        get { center.app?.object }
        set { center.app = newValue.map { HandedObject($0) } }
    }

    /// Wakes the app if the push asks for it; the delivery then waits for the app.
    ///
    /// The app is told of a push after the extension has finished, as reported of iOS.
    func wake(_ notice: Notice) {
        guard notice.push.wakesApp else { return }
        let (delivery, recorder, profile) = (notice.delivery, notice.delivery.recorder, profile)
        switch WakeDecision(profile, hasApp: center.app != nil) {
        case .refuse(let refusal): recorder.note(.appNotWoken(refusal))
        case .wake where !center.mayWake(within: profile.limits.wakes):
            recorder.note(.appNotWoken(.tooOften))
        case .wake:
            delivery.hold()
            recorder.note(.appWoken)
            center.run(inForeground: false)
            let content = UNNotificationContent.Values(notice.original)
            center.wake(with: content, within: profile.limits.background) { result in
                recorder.note(.appAnsweredLate(result))
            } done: { result in
                recorder.note(result.map { .appAnswered($0) } ?? .appTimedOut)
                delivery.close()
            }
        }
    }
}
