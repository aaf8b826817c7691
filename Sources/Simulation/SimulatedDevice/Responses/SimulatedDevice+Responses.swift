// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension SimulatedDevice {
    /// Does with a notification what a user can: it goes away, and the app hears of it.
    ///
    ///     let response = try device.respond(to: "dinner", with: .text("reply", "Gladly"))
    ///     #expect(await response.report.delegate == .answered)
    ///
    /// What can be done is on the screen at that moment or in the list, and it is for the lock and the
    /// app's categories to allow it. The app's delegate is told with the app in the foreground where
    /// the action opens it, else in the background; an app that doesn't run is started. The delegate
    /// has ``ExtensionLimits/response`` to say that it is done.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the notification.
    ///   - action: What the user does.
    ///   - view: Where they do it.
    /// - Returns: The response on its way to the app.
    /// - Throws: why that can't be done; then nothing has happened.
    @discardableResult
    public func respond(
        to identifier: String,
        with action: UserAction = .default,
        from view: NotificationView = .banner
    ) throws(ResponseError) -> UserResponse {
        try centre.respond(to: identifier, with: action, from: view)
    }
}
