// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The app on the device, as far as the system calls it beside the delegate of its notification centre.
///
/// Every member may be left out. Of the two forms of the call for a silent push an app writes one:
/// the device calls the one with a handler, and that calls the async one.
public protocol SimulatedApp: AnyObject {
    /// The app was started, or the device was given one that runs already: the place to set the delegate of `UNUserNotificationCenter.current()`.
    func didLaunch()

    /// A push with `content-available` woke the app; call the handler in time with what came of it.
    ///
    /// It is what `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)` is on iOS.
    func didReceive(
        remoteNotification userInfo: [AnyHashable: Any],
        completion: @escaping @Sendable (FetchResult) -> Void
    )

    /// A push with `content-available` woke the app.
    func didReceive(remoteNotification userInfo: [AnyHashable: Any]) async -> FetchResult
}

/// What came of the work that an app was woken for.
public enum FetchResult: UInt, Sendable, Hashable, CaseIterable {
    /// It has loaded something.
    case newData = 0
    /// There was nothing to load.
    case noData = 1
    /// It could not load what there was.
    case failed = 2
}

extension SimulatedApp {
    /// Does nothing.
    public func didLaunch() {}

    /// Calls the async form, in a task of its own.
    public func didReceive(
        remoteNotification userInfo: [AnyHashable: Any],
        completion: @escaping @Sendable (FetchResult) -> Void
    ) {
        let call = Handle((app: self as any SimulatedApp, userInfo: userInfo))
        Task {
            completion(await call.object.app.didReceive(remoteNotification: call.object.userInfo))
        }
    }

    /// Loads nothing.
    public func didReceive(remoteNotification userInfo: [AnyHashable: Any]) async -> FetchResult {
        .noData
    }
}
