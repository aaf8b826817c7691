// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeliveryReport.LaunchRefusal {
    /// What the system found, as half a sentence.
    package var reason: String {
        switch self {
        case .notMutable: "the payload has no 'mutable-content' of 1"
        case .noAlert: "the payload has no alert with a title, subtitle or body"
        case .silent: "the payload has nothing for the user"
        case .alertsOff: "the app may not show alerts"
        case .noExtension: "the app has none"
        }
    }
}

extension DeliveryReport.Loss {
    /// What became of the push, as half a sentence.
    package var reason: String {
        switch self {
        case .payloadMalformed:
            "the payload is no JSON object that can be read, with an object 'aps'"
        case .payloadTooLarge: "the payload is larger than the push service takes"
        case .collapseIDTooLong: "the collapse id has more than 64 bytes"
        case .otherApp: "the push is for another app"
        case .notKept: "the device was offline, and the push was not to be kept"
        case .replacedWhileOffline:
            "the device was offline, and a later push took the one place that the app has"
        case .expired: "the device was offline until the push was out of date"
        }
    }
}

extension DeliveryReport.WakeRefusal {
    /// Why the app is not woken, as half a sentence.
    package var reason: String {
        switch self {
        case .noBackgroundMode: "the app has no background mode for remote notifications"
        case .terminatedByUser: "the user has quit the app, and not opened it since"
        case .noApp: "the device has no such app"
        case .tooOften: "pushes have woken the app as often as they may within an hour"
        }
    }
}

extension DeliveryReport.CriticalSoundRefusal {
    /// Why the sound is played as a plain one, as half a sentence.
    package var reason: String {
        switch self {
        case .noEntitlement: "the app has no entitlement for critical alerts"
        case .notAllowed: "the user does not allow critical alerts of the app"
        }
    }
}
