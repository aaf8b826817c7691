// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UserNotifications

/// The keychain of the device that this code runs on.
///
/// The module `Security` of the package Shims asks it; an extension and its app call that. The
/// device keeps the items, so that they outlive a process of the extension's own.
public enum DeviceKeychain {
    /// Of code that runs on no device: unlocked, with every group, for this process alone.
    private static let deviceless = Mutex(Keychain())

    /// Does what is asked of the keychain, and answers.
    public static func perform(_ call: KeychainCall) -> KeychainAnswer {
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

/// Who stands behind a notification centre and has a keychain.
protocol KeychainSource {
    /// Does what is asked, and answers.
    func perform(_ call: KeychainCall) -> KeychainAnswer
}

extension DeviceCentre: KeychainSource {
    func perform(_ call: KeychainCall) -> KeychainAnswer {
        perform(call, asExtension: AppServices.isExtension)
    }

    func perform(_ call: KeychainCall, asExtension isExtension: Bool) -> KeychainAnswer {
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

extension RemoteCentre: KeychainSource {
    func perform(_ call: KeychainCall) -> KeychainAnswer {
        if case .keychain(let answer) = wait(for: .keychain(call)) {
            answer
        } else {
            KeychainAnswer(.notAvailable)
        }
    }
}
