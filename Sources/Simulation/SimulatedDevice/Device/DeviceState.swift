// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// The state of the simulated device, for the code of an app or its extension that runs on it.
///
/// On iOS an extension cannot read protected files and keychain items while the device is locked.
/// The simulated keychain obeys the lock (``DeviceKeychain``). Files are not protected, so code
/// that opens one checks the lock instead:
///
///     func openStore() throws -> Store {
///         guard DeviceState.current?.lock != .beforeFirstUnlock else { throw StoreError.locked }
///         ...
///     }
///
/// It works in the test's process and in a process of the extension's own.
public struct DeviceState: Sendable, Hashable, Codable {
    /// The state of the device's lock.
    public let lock: DeviceProfile.Lock
    /// The identifier of the user's locale, such as `en_US`; `Locale.current` is the test's.
    public let locale: String

    /// The current state of the device that this code runs on; nil if it runs on none.
    ///
    /// Like `UNUserNotificationCenter.current()`, it is available in calls to the extension and the
    /// app and in tasks that they start, and everywhere in a process of the extension's own.
    public static var current: DeviceState? {
        let backing = UNUserNotificationCenter.current().backing
        return (backing as? any DeviceStateSource)?.deviceState
    }
}

/// The backing of a notification center that knows the device.
protocol DeviceStateSource {
    /// The current state of the device.
    var deviceState: DeviceState { get }
}

extension DeviceCenter: DeviceStateSource {
    var deviceState: DeviceState {
        let profile = settings.profile
        return DeviceState(lock: profile.lock, locale: profile.language.locale)
    }
}

extension SimulatedDevice {
    /// The notifications in the list, by threads; the latest 1000 are kept.
    public var list: [NotificationGroup] { center.list.groups }

    /// The number on the app's icon; 0 for none.
    public var badge: Int { center.list.badge }

    /// The notifications of pushes and of the app that were presented, latest last; the latest 1000
    /// are kept.
    ///
    /// It is the only report of local notifications; those of pushes are in their reports, too.
    public var history: [HistoryEntry] { center.history }
}
