// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Intents
import Synchronization
import UserNotifications

/// Calls into the app, on its one thread, and gives it a time to answer.
///
/// A virtual clock waits for the answer before it moves, for the patience of real time.
final class AppCaller: Sendable {
    private let clock: DeviceClock
    private let settling: Settling
    private let donations: any DonationBacking
    private let queue = DispatchQueue(label: "app")

    init(clock: DeviceClock, settling: Settling, donations: any DonationBacking) {
        self.clock = clock
        self.settling = settling
        self.donations = donations
    }

    /// Tells the app something that it doesn't answer.
    func notify(from front: UNUserNotificationCenter.Shared, _ call: @escaping @Sendable () -> Void)
    {
        let open = settling.enter()
        let services = AppServices(center: front, donations: donations)
        queue.async { [settling] in
            services.withServices(call)
            settling.leave(open)
        }
    }

    /// Calls the app, and then `done` with its answer, or with nil where there is none in time.
    ///
    /// - Parameters:
    ///   - front: The center that the app's code finds.
    ///   - limit: The time for the answer.
    ///   - call: The call into the app, and what it answers with; it answers at most once.
    ///   - late: Called where the app answers after its time, or again.
    ///   - done: Called once.
    func call<Answer: Sendable>(
        from front: UNUserNotificationCenter.Shared,
        within limit: Duration,
        _ call: @escaping @Sendable (_ answer: @escaping @Sendable (Answer) -> Void) -> Void,
        late: @escaping @Sendable (Answer) -> Void = { _ in },
        done: @escaping @Sendable (Answer?) -> Void
    ) {
        let open = settling.enter()
        let once = Once<Answer?> { [settling] answer in
            done(answer)
            settling.leave(open)
        }
        let alarm = clock.schedule(at: clock.now.advanced(by: limit)) { once(nil) }
        notify(from: front) { [clock] in
            call { answer in
                clock.cancel(alarm)
                if !once(answer) { late(answer) }
            }
        }
    }
}

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
