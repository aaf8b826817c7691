// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import UserNotifications

extension DeviceCenter {
    /// The app, where there is one.
    var app: HandedObject<any SimulatedApp>? {
        get { state.withLock(\.app) }
        set {
            state.withLock { ($0.app, $0.isAppLaunched) = (newValue, false) }
            launchAppIfRunning()
        }
    }

    /// Tells the app that it was started, where it runs and was not told.
    func launchAppIfRunning() {
        let app = state.withLock { state -> HandedObject<any SimulatedApp>? in
            let isRunning = settings.profile.appState.isRunning
            defer { state.isAppLaunched = isRunning && state.app != nil }
            return isRunning && !state.isAppLaunched ? state.app : nil
        }
        if let app, let front {
            caller.notify(from: front) { app.object.didLaunch() }
        }
    }

    /// Has the app run; says whether it was started for that.
    @discardableResult
    func run(inForeground isOpened: Bool) -> Bool {
        let isLaunched = settings.changeProfile { profile in
            let isLaunched = !profile.appState.isRunning
            if isOpened {
                profile.appState = .foreground
            } else if isLaunched {
                profile.appState = .background
            }
            return isLaunched
        }
        launchAppIfRunning()
        return isLaunched
    }

    /// Whether one push more may wake the app now, of so many an hour; then it counts.
    func mayWake(within limit: Int?) -> Bool {
        let now = clock.now.sinceStart
        return state.withLock { $0.wakes.spend(at: now, limit: limit) }
    }

    /// Gives a push to the app, which has a time to answer.
    func wake(
        with content: UNNotificationContent.Values,
        within limit: Duration,
        late: @escaping @Sendable (FetchResult) -> Void,
        done: @escaping @Sendable (FetchResult?) -> Void
    ) {
        guard let app, let front else { return done(nil) }
        caller.call(from: front, within: limit) { answer in
            let userInfo = UNNotificationContent(values: content).userInfo
            app.object.didReceive(remoteNotification: userInfo, completion: answer)
        } late: {
            late($0)
        } done: {
            done($0)
        }
    }
}

extension DeviceProfile.AppState {
    fileprivate var isRunning: Bool {
        switch self {
        case .foreground, .background: true
        case .terminated, .terminatedByUser: false
        }
    }
}
