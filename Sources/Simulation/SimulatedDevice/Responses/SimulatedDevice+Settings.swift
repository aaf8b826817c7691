// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension SimulatedDevice {
    /// Opens the app's own notification settings, from the system's settings or a notification.
    ///
    /// The app comes to the foreground, and the device calls its delegate's
    /// `userNotificationCenter(_:openSettingsFor:)` and waits for it to return. The notification
    /// stays in the list.
    ///
    /// - Parameter identifier: The identifier of the notification; nil for the system's settings.
    /// - Returns: Whether the app has a delegate, which was called.
    /// - Throws: ``DeviceError/settingsNotOffered``, ``DeviceError/locked``,
    ///   ``DeviceError/unknownNotification``.
    @discardableResult
    public func openSettings(for identifier: String? = nil) async throws(DeviceError) -> Bool {
        try await center.openSettings(for: identifier)
    }
}

extension DeviceCenter {
    fileprivate func openSettings(for identifier: String?) async throws(DeviceError) -> Bool {
        let profile = settings.profile
        let isOffered = profile.permission.isAuthorized && profile.permission.offersAppSettings
        guard isOffered else { throw .settingsNotOffered }
        guard profile.lock == .unlocked else { throw .locked }
        let entry = identifier.flatMap { list[$0] }
        guard identifier == nil || entry != nil else { throw .unknownNotification }
        run(inForeground: true)
        guard let front else { return false }
        let isTold = Eventual<Bool>()
        caller.notify(from: front) {
            let delegate = front.center.delegate
            delegate?.userNotificationCenter(
                front.center,
                openSettingsFor: entry.map { UNNotification(values: $0.notification) }
            )
            isTold.resolve(delegate != nil)
        }
        return await isTold.value ?? false
    }
}
