// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
