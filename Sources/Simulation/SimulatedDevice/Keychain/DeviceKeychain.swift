// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
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

extension DeviceKeychain {
    /// The value of an attribute of a keychain item or of a query.
    public enum Value: Sendable, Hashable, Codable {
        /// A text, such as the name of an account.
        case text(String)
        /// Bytes, such as those of a password.
        case data(Data)
        /// A number or a Boolean.
        case number(Int)
        /// A time.
        case date(Date)
    }

    /// A call to the keychain; its attributes have the values of Apple's constants as names:
    /// `class`, `acct`, `v_Data`.
    public enum Call: Sendable, Hashable, Codable {
        /// Adds an item.
        case add([String: Value])
        /// Searches for items.
        case find([String: Value])
        /// Changes the attributes of all items that match a query.
        case update([String: Value], [String: Value])
        /// Deletes all items that match a query.
        case delete([String: Value])
    }

    /// The answer of the keychain to a call.
    public struct Answer: Sendable, Hashable, Codable {
        /// Apple's status code; 0 is success.
        public let status: Int
        /// The items that were found or added, with all their attributes.
        public let items: [[String: Value]]

        init(_ status: KeychainStatus, _ items: [[String: Value]] = []) {
            self.status = status.rawValue
            self.items = items
        }
    }
}

/// A status code of the keychain.
enum KeychainStatus: Int {
    case success = 0
    /// `errSecUnimplemented`, such as for a class of items that the device does not keep.
    case unimplemented = -4
    case parameter = -50
    case notAvailable = -25_291
    case duplicateItem = -25_299
    case itemNotFound = -25_300
    case interactionNotAllowed = -25_308
    case missingEntitlement = -34_018
}
