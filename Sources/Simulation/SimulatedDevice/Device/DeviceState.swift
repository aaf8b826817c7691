// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// What code of an app or its extension can know of the simulated device that it runs on.
///
/// On iOS an extension meets the lock if a protected file or an item of the keychain is out of
/// reach. The device's keychain obeys the lock (``DeviceKeychain``). Its files are not protected,
/// so code that opens one asks for the lock instead:
///
///     func openStore() throws -> Store {
///         guard DeviceState.current?.lock != .beforeFirstUnlock else { throw StoreError.locked }
///         ...
///     }
///
/// It is the same in the test's process and in one of the extension's own.
public struct DeviceState: Sendable, Hashable, Codable {
    /// Whether the device is locked.
    public let lock: DeviceProfile.Lock
    /// The identifier of the user's locale, as `en_US`; `Locale.current` is the test's.
    public let locale: String

    /// The state, now, of the device that this code runs on; nil where it runs on none.
    ///
    /// As `UNUserNotificationCenter.current()` it is found in calls into the extension and the app,
    /// and in the tasks that they start; in a process of the extension's own, everywhere.
    public static var current: DeviceState? {
        let backing = UNUserNotificationCenter.current().backing
        return (backing as? any DeviceStateSource)?.deviceState
    }
}

/// Who stands behind a notification centre and knows the device.
protocol DeviceStateSource {
    /// The state of the device, now.
    var deviceState: DeviceState { get }
}

extension DeviceCentre: DeviceStateSource {
    var deviceState: DeviceState {
        let profile = settings.profile
        return DeviceState(lock: profile.lock, locale: profile.language.locale)
    }
}
