// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UserNotifications

/// The keychain of the device that this code runs on.
///
/// An extension and its app use the module `Security` of the package Shims, which calls it. The
/// device keeps the items, so they outlive the extension's process.
public enum DeviceKeychain {
    /// The keychain of code that runs on no device: unlocked, with every group, for this process.
    private static let deviceless = Mutex(Keychain())

    /// Performs a call to the keychain, with the groups and the lock of the caller.
    public static func perform(_ call: DeviceKeychain.Call) -> DeviceKeychain.Answer {
        let backing = UNUserNotificationCenter.current().backing
        if let source = backing as? any KeychainSource { return source.perform(call) }
        let caller = Keychain.Caller(
            groups: nil,
            ownGroup: "app",
            lock: .unlocked,
            date: Date()
        )
        return deviceless.withLock { $0.perform(call, for: caller) }
    }
}

/// The backing of a notification center that has a keychain.
protocol KeychainSource {
    /// Performs a call.
    func perform(_ call: DeviceKeychain.Call) -> DeviceKeychain.Answer
}

extension DeviceCenter: KeychainSource {
    func perform(_ call: DeviceKeychain.Call) -> DeviceKeychain.Answer {
        perform(call, asExtension: AppServices.isExtension)
    }

    func perform(_ call: DeviceKeychain.Call, asExtension isExtension: Bool)
        -> DeviceKeychain.Answer
    {
        let profile = settings.profile
        let groups = profile.keychainGroups
        let caller = Keychain.Caller(
            groups: isExtension ? groups?.serviceExtension : groups?.app,
            ownGroup: profile.app,
            lock: profile.lock,
            date: now
        )
        return keychain.withLock { $0.perform(call, for: caller) }
    }
}

extension RemoteCenter: KeychainSource {
    func perform(_ call: DeviceKeychain.Call) -> DeviceKeychain.Answer {
        if case .keychain(let answer) = wait(for: .keychain(call)) {
            answer
        } else {
            DeviceKeychain.Answer(.notAvailable)
        }
    }
}
