// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension SimulatedDevice {
    /// Goes from the system's settings, or from a notification's, to those that the app has of its own.
    ///
    /// The app comes to the foreground, and its delegate's `userNotificationCenter(_:openSettingsFor:)` is
    /// called; the notification stays where it is. It waits for the delegate to return.
    ///
    /// - Parameter identifier: The identifier of the notification; nil comes from the system's settings.
    /// - Returns: Whether the app has a delegate, which was told.
    /// - Throws: where the app has not asked for `providesAppNotificationSettings`, the device is locked,
    ///   or there is no such notification.
    @discardableResult
    public func openSettings(for identifier: String? = nil) async throws(ResponseError) -> Bool {
        try await centre.openSettings(for: identifier)
    }
}

extension DeviceCentre {
    fileprivate func openSettings(for identifier: String?) async throws(ResponseError) -> Bool {
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
