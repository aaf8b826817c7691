// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension SimulatedDevice {
    /// Responds to a notification as the user: the notification closes, and the app is told.
    ///
    ///     let response = try device.respond(to: "dinner", with: .text("reply", "Gladly"))
    ///     #expect(await response.report.delegate == .answered)
    ///
    /// The notification must be on the screen or in the list, and the lock and the app's categories
    /// must allow the action. An app that is not running is launched. It comes to the foreground if
    /// the action opens it. Its delegate has ``DeviceProfile/ExtensionLimits/response`` to answer.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the notification.
    ///   - action: The user's action.
    ///   - view: The view in which the user responds.
    /// - Returns: The response, which is being delivered to the app.
    /// - Throws: ``DeviceError`` if that is not possible; then nothing has happened.
    @discardableResult
    public func respond(
        to identifier: String,
        with action: UserAction = .default,
        from view: ShownNotification.View = .banner
    ) throws(DeviceError) -> UserResponse {
        try center.respond(to: identifier, with: action, from: view)
    }
}
