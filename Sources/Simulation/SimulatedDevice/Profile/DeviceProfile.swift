// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the device, its user and the app are like: everything that decides what becomes of a push.
///
/// A device can be given another one at any time; what comes after goes by it.
public struct DeviceProfile: Sendable, Hashable {
    /// Whether the device is locked.
    public enum Lock: String, Sendable, Hashable, CaseIterable, Codable {
        /// It was started and not unlocked since: nothing that is protected can be read.
        case beforeFirstUnlock
        /// It is locked, and was unlocked before.
        case locked
        /// It is in use.
        case unlocked
    }

    /// What the app is doing.
    public enum AppState: String, Sendable, Hashable, CaseIterable {
        /// Its user looks at it.
        case foreground
        /// It was used, and can be woken.
        case background
        /// It does not run, and can be started.
        case terminated
        /// Its user has ended it: no push starts it, until the user opens it or acts on a notification.
        case terminatedByUser
    }

    /// Where pushes are handled that arrive while another is.
    public enum Instances: String, Sendable, Hashable, CaseIterable {
        /// One after another. The usual case.
        case oneAfterAnother
        /// At once, each by an instance of its own in the same process: reported of real devices, too.
        case atOnce
    }

    /// The device's name, by which its tokens differ from those of others.
    public var name = "iPhone"
    /// The app's bundle id, which is the topic of pushes to it.
    public var app: String
    /// The folder of the app: what is attached from it, or from a folder in it, is copied and not moved.
    ///
    /// Without one it is the folder of the extension's executable, or, where the extension lives in
    /// this process, of the process's main bundle.
    public var appFolder: URL?
    /// What the user allows the app.
    public var permission = NotificationPermission.granted
    /// What the user says when the app asks; it asks once.
    public var answer = AuthorizationAnswer.allow
    /// Whether the device is locked.
    public var lock = Lock.unlocked
    /// What the app is doing.
    public var appState = AppState.background
    /// Whether a Focus is on that does not let the app through.
    public var isFocused = false
    /// Whether the device is muted.
    public var isMuted = false
    /// The sound files of the app, in its bundle or in `Library/Sounds`, and how long each is.
    public var sounds: [String: Duration] = [:]
    /// Whether the app has the background mode for remote notifications: without it no push wakes it.
    public var hasBackgroundMode = true
    /// Whether the app has the entitlement for pushes: without it there is no device token.
    public var mayReceivePushes = true
    /// Whether the app has the entitlement to filter notifications: then empty content shows nothing.
    public var mayFilter = false
    /// Whether the app has the entitlement for critical alerts, which break through a Focus and the mute switch.
    public var mayAlertCritically = false
    /// Whether the app has the entitlement for time-sensitive notifications, which break through a Focus.
    public var maySendTimeSensitive = false
    /// The keychain access groups of the app and its extension; nil gives both every group.
    public var keychainGroups: KeychainGroups?
    /// What the extension gets of time and memory.
    public var limits = ExtensionLimits()
    /// What goes wrong with every extension that is launched; nil leaves it to the extension.
    public var fault: ScriptedFault?
    /// How long, in real time, an open TCP connection of the extension's process keeps a virtual
    /// clock from being moved by
    /// ``SimulatedDevice/report(of:within:)`` and what waits as it does.
    ///
    /// Without a value it is 30 seconds for a process of the extension's own, and none in the
    /// test's process, where it may be
    /// the connection of another test: set it where an extension in the test's process asks the
    /// network.
    public var connectionPatience: Duration?
    /// Where pushes are handled that arrive while another is.
    public var instances = Instances.oneAfterAnother
    /// Whether the user lets the app know where the device is: without that no region brings a notification.
    public var mayUseLocation = true
    /// Whether local notifications that a jump of the wall clock has skipped come at once; nobody documents it.
    public var showsSkipped = true
    /// The language of the user, and the app's texts in it.
    public var language = DeviceLanguage()
    /// What the push service does with pushes on their way.
    public var pushService = PushService()
    /// Whether pushes reach the device; ``SimulatedDevice/goOnline()`` brings those as well that wait for it.
    public var isOnline = true

    /// An iPhone in its owner's hand with the app in the background, all of whose notifications are allowed.
    ///
    /// - Parameter app: The app's bundle id.
    public init(app: String) {
        self.app = app
    }
}
