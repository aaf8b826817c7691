// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SimulatedDevice

/// What is known of the phone that a push is for; what is nil is not known, and no rule judges it.
public struct PhoneFacts: Sendable, Hashable {
    /// The apps on the phone, or those of them that are known.
    public var apps: [App]
    /// The state of the lock.
    public var lock: DeviceProfile.Lock?

    /// Creates facts.
    public init(apps: [App] = [], lock: DeviceProfile.Lock? = nil) {
        self.apps = apps
        self.lock = lock
    }

    /// An app on a phone.
    public struct App: Sendable, Hashable {
        /// The bundle id.
        public var bundleID: String
        /// The device tokens; nil if they are not known.
        public var tokens: [Token]?
        /// True if the app has a notification service extension.
        public var hasExtension: Bool?
        /// The identifiers of the categories that the app has set.
        public var categories: Set<String>?
        /// The sound files, with their durations.
        public var sounds: [String: Duration]?
        /// The texts of the app's `Localizable.strings` by key.
        public var strings: [String: String]?
        /// The state of the app.
        public var state: DeviceProfile.AppState?
        /// True if the app has the background mode for remote notifications.
        public var hasBackgroundMode: Bool?
        /// True if the app has the entitlement for critical alerts.
        public var mayAlertCritically: Bool?
        /// True if the app has the entitlement for time-sensitive notifications.
        public var maySendTimeSensitive: Bool?
        /// True if the user lets the app show alerts; otherwise no extension is launched.
        public var showsAlerts: Bool?

        /// Creates an app of which no more is known than its bundle id.
        public init(_ bundleID: String) {
            self.bundleID = bundleID
        }

        /// Creates an app from the profile of a simulated device, without tokens, categories and
        /// extension, which a profile does not have.
        public init(_ profile: DeviceProfile) {
            bundleID = profile.app
            sounds = profile.sounds
            strings = profile.language.strings
            state = profile.appState
            hasBackgroundMode = profile.hasBackgroundMode
            mayAlertCritically = profile.mayAlertCritically
            maySendTimeSensitive = profile.maySendTimeSensitive
            showsAlerts = profile.permission.allowsAlerts
        }
    }

    /// A device token of an app.
    public struct Token: Sendable, Hashable {
        /// The token in hexadecimal.
        public var hex: String
        /// The environment that gave it; nil if that is not known.
        public var environment: PushEnvironment?
        /// The push type that it is for.
        public var type: APNsPushType

        /// Creates a token.
        public init(
            _ hex: String,
            in environment: PushEnvironment? = nil,
            for type: APNsPushType = .alert
        ) {
            self.hex = hex
            self.environment = environment
            self.type = type
        }
    }
}
