// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import UserNotifications

/// The app on the device, with the calls of the system beside those to its notification center's
/// delegate.
///
/// All members have default implementations. For a silent push, implement one of the two forms: the
/// device calls the form with a handler, which calls the async form by default.
public protocol SimulatedApp: AnyObject {
    /// Tells the app that it was launched, or that it was given to the device while running.
    ///
    /// Set the delegate of `UNUserNotificationCenter.current()` here.
    func didLaunch()

    /// Tells the app that a push with `content-available` woke it; call the handler in time.
    ///
    /// The counterpart on iOS is
    /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
    func didReceive(
        remoteNotification userInfo: [AnyHashable: Any],
        completion: @escaping @Sendable (FetchResult) -> Void
    )

    /// Tells the app that a push with `content-available` woke it.
    func didReceive(remoteNotification userInfo: [AnyHashable: Any]) async -> FetchResult
}

/// The result of the work that an app was woken for, as `UIBackgroundFetchResult` on iOS.
public enum FetchResult: UInt, Sendable, Hashable, CaseIterable {
    /// The app loaded new data.
    case newData = 0
    /// The app found no new data.
    case noData = 1
    /// The app failed to load the data.
    case failed = 2
}

extension SimulatedApp {
    /// Does nothing.
    public func didLaunch() {}

    /// Calls the async form in a new task.
    public func didReceive(
        remoteNotification userInfo: [AnyHashable: Any],
        completion: @escaping @Sendable (FetchResult) -> Void
    ) {
        let call = HandedObject((app: self as any SimulatedApp, userInfo: userInfo))
        Task {
            completion(await call.object.app.didReceive(remoteNotification: call.object.userInfo))
        }
    }

    /// Loads nothing.
    public func didReceive(remoteNotification userInfo: [AnyHashable: Any]) async -> FetchResult {
        .noData
    }
}

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

extension SimulatedDevice {
    /// Runs `body` as code of the app on this device.
    ///
    /// In it, `UNUserNotificationCenter.current()` is the device's center, and the device gets the
    /// donations.
    ///
    ///     try await device.asApp {
    ///         try await UNUserNotificationCenter.current().requestAuthorization(options: .alert)
    ///     }
    public func asApp<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await UNUserNotificationCenter.$bound.withValue(front) {
            try await INInteraction.$bound.withValue(donationList) {
                try await AppServices.$isTaskOfExtension.withValue(false, operation: body)
            }
        }
    }
}
