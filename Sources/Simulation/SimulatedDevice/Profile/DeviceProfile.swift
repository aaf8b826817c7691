// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The state and settings of a device, its user and the app, which decide what happens to a push.
///
/// The profile can be changed at any time; later pushes follow the new one.
public struct DeviceProfile: Sendable, Hashable {
    /// The state of the device's lock.
    public enum Lock: String, Sendable, Hashable, CaseIterable, Codable {
        /// The device was not unlocked since its start: no protected data can be read.
        case beforeFirstUnlock
        /// The device is locked, and was unlocked before.
        case locked
        /// The device is unlocked.
        case unlocked
    }

    /// The state of the app.
    public enum AppState: String, Sendable, Hashable, CaseIterable {
        /// The app is on the screen.
        case foreground
        /// The app is in the background, and pushes can wake it.
        case background
        /// The app is not running, and pushes can launch it.
        case terminated
        /// The user terminated the app: no push launches it until the user opens it or acts on a
        /// notification.
        case terminatedByUser
    }

    /// The order in which the device handles pushes that arrive at the same time.
    public enum Instances: String, Sendable, Hashable, CaseIterable {
        /// One after another. The usual case.
        case oneAfterAnother
        /// Concurrently, each with its own instance of the extension in one process. This was also
        /// reported of real devices.
        case atOnce
    }

    /// The device's name; device tokens depend on it.
    public var name = "iPhone"
    /// The app's bundle id, which is the topic of its pushes.
    public var app: String
    /// The app's folder: attachments from this folder are copied and not moved.
    ///
    /// Without a value it is the folder of the extension's executable or, for an extension in the
    /// test's process, the main bundle.
    public var appFolder: URL?
    /// The Info.plist of the service extension, which `Bundle.main` has the values of.
    public var info = InfoPlist()
    /// The permission that the user gives the app.
    public var permission = NotificationPermission.granted
    /// The user's answer when the app asks for permission; the app asks once.
    public var answer = NotificationPermission.Answer.allow
    /// The state of the device's lock.
    public var lock = Lock.unlocked
    /// The state of the app.
    public var appState = AppState.background
    /// True if a Focus is on that excludes the app.
    public var isFocused = false
    /// True if the device is muted.
    public var isMuted = false
    /// The app's sound files, in its bundle or in `Library/Sounds`, with their durations.
    public var sounds: [String: Duration] = [:]
    /// True if the app has a notification service extension; without it pushes are shown as they
    /// came.
    public var hasExtension = true
    /// True if the app has the background mode for remote notifications; without it no push wakes
    /// the app.
    public var hasBackgroundMode = true
    /// True if the app has the entitlement for pushes; without it the app gets no device token.
    public var mayReceivePushes = true
    /// True if the app has the entitlement to filter notifications; with it, empty content shows
    /// nothing.
    public var mayFilter = false
    /// True if the app has the entitlement for critical alerts, which break through a Focus and the
    /// mute switch.
    public var mayAlertCritically = false
    /// True if the app has the entitlement for time-sensitive notifications, which break through a
    /// Focus.
    public var maySendTimeSensitive = false
    /// The keychain access groups of the app and its extension; nil gives both every group.
    public var keychainGroups: KeychainGroups?
    /// The limits of time and memory for the extension.
    public var limits = ExtensionLimits()
    /// The failure of every extension that is launched; nil causes none.
    public var fault: ScriptedFault?
    /// The longest real time for which an open TCP connection of the extension's process stops a
    /// virtual clock.
    ///
    /// While a connection is open, ``SimulatedDevice/report(of:within:)`` and similar calls do not
    /// move the clock. Without a value the limit is 30 seconds in an extension's own process, and
    /// nothing in the test's process, where a connection may belong to another test.
    public var connectionPatience: Duration?
    /// The order in which the device handles pushes that arrive at the same time.
    public var instances = Instances.oneAfterAnother
    /// True if the app may use the location; without it no region triggers a notification.
    public var mayUseLocation = true
    /// True if local notifications that a jump of the wall clock skipped are shown at once
    /// (undocumented).
    public var showsSkipped = true
    /// The language of the user, with the app's texts.
    public var language = Language()
    /// The irregularities of the push service.
    public var pushService = PushService()
    /// True if pushes reach the device; ``SimulatedDevice/goOnline()`` also delivers the push that
    /// waits.
    public var isOnline = true

    /// Creates an unlocked iPhone with the app in the background and all its notifications allowed.
    ///
    /// - Parameter app: The app's bundle id.
    public init(app: String) {
        self.app = app
    }
}

extension DeviceProfile {
    /// The language of the user, with the string tables of the app.
    public struct Language: Sendable, Hashable {
        /// The identifier of the locale, such as `en_US`, which ``DeviceState/current`` returns.
        public var locale = "en_US"
        /// The texts of the app's `Localizable.strings` in this language, by key.
        ///
        /// The device shows a key that is missing here as it is.
        public var strings: [String: String] = [:]

        /// Creates American English for an app without string tables.
        public init() {}
    }
}

extension DeviceProfile {
    /// The irregularities of the push service, within what Apple permits itself.
    public struct PushService: Sendable, Hashable {
        /// True if each push arrives twice, the duplicate right after it
        /// (``SimulatedDevice/Delivery/copy``).
        public var duplicates = false
        /// True if pushes overtake each other: each second push overtakes the one before it, which
        /// waits for at most a second of the device's clock.
        public var reorders = false

        /// Creates a push service that delivers each push once, in order.
        public init() {}
    }
}

extension DeviceProfile {
    /// The keychain access groups of an app and its service extension, as in their entitlements.
    ///
    ///     profile.keychainGroups = DeviceProfile.KeychainGroups(
    ///         app: ["TEAM.com.example.app", "TEAM.shared"],
    ///         serviceExtension: ["TEAM.com.example.app.service", "TEAM.shared"]
    ///     )
    ///
    /// An item without a group goes to the first group of its creator, and a query without a group
    /// searches all groups of its caller. So the extension does not find an item that the app added
    /// without a shared group.
    ///
    /// In the test's process a call from a Dispatch queue belongs to neither. To an installed
    /// device (``SimulatedDevice/SimulatedDevice/install()``) it counts as the extension's while
    /// the extension handles a push, and as the app's at other times.
    public struct KeychainGroups: Sendable, Hashable {
        /// The groups of the app; the first is its own.
        public var app: [String]
        /// The groups of the service extension; the first is its own.
        public var serviceExtension: [String]

        /// Creates the groups of both.
        public init(app: [String], serviceExtension: [String]) {
            self.app = app
            self.serviceExtension = serviceExtension
        }
    }
}
