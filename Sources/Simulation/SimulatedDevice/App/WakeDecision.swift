// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Whether the system wakes the app for a push with `content-available`.
enum WakeDecision: Hashable {
    case wake
    case refuse(WakeRefusal)

    init(_ profile: DeviceProfile, hasApp: Bool) {
        self =
            if !profile.hasBackgroundMode {
                .refuse(.noBackgroundMode)
            } else if profile.appState == .terminatedByUser {
                .refuse(.terminatedByUser)
            } else if !hasApp {
                .refuse(.noApp)
            } else {
                .wake
            }
    }
}

/// Why the app was not woken for a push with `content-available`.
@nonexhaustive
public enum WakeRefusal: String, Sendable, Hashable, CaseIterable {
    /// The app does not have the background mode for remote notifications.
    case noBackgroundMode
    /// The user has ended the app, and not opened it since.
    case terminatedByUser
    /// The device was given no ``SimulatedApp``.
    case noApp
    /// The app was woken as often as ``ExtensionLimits/wakes`` lets it within the last hour.
    case tooOften
}

/// What came of a push with `content-available`.
@nonexhaustive
public enum Wake: Sendable, Hashable {
    /// The app was not woken.
    case refused(WakeRefusal)
    /// The app was woken and answered in time.
    case answered(FetchResult)
    /// The app was woken and did not answer in time.
    case timedOut

    /// What it is called in reports.
    public var name: String {
        switch self {
        case .refused(let refusal): refusal.rawValue
        case .answered(let result): "\(result)"
        case .timedOut: "timedOut"
        }
    }
}
