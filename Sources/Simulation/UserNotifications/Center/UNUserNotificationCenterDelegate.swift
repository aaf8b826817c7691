// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A delegate that the system asks about notifications of an app in front, and tells what is done
/// with them.
///
/// Every member may be left out, and each call of the system has two forms of which an app writes
/// one. The system calls the one with a handler; if the app left it out, that calls the async one;
/// if the app left out both, nothing is presented and nothing is done.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// How to present a notification that comes while the app is in front; answer by the handler.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    )

    /// How to present a notification that comes while the app is in front.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// What was done with a notification; call the handler when it is dealt with.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    )

    /// What was done with a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async

    /// The app's own settings are asked for, perhaps from a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    )
}
