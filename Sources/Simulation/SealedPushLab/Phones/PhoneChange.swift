// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SimulatedDevice

/// What is to be different about a phone.
struct PhoneChange: Sendable {
    var name: String?
    var lock: DeviceProfile.Lock?
    var isOnline: Bool?
    var isMuted: Bool?
    var isFocused: Bool?

    /// Reads the body of a request.
    init(_ root: JSONValue) throws(LineError) {
        var members = try Members(root)
        name = try members.text("name", 1...100)
        lock = try members.choice("lock")
        isOnline = try members.take("online", \.bool)
        isMuted = try members.take("muted", \.bool)
        isFocused = try members.take("focus", \.bool)
        try members.end()
    }
}

/// What is to be different about an app.
struct AppChange: Sendable {
    var state: DeviceProfile.AppState?
    var permission: NotificationPermission?

    /// Reads the body of a request.
    init(_ root: JSONValue) throws(LineError) {
        var members = try Members(root)
        state = try members.choice("state")
        permission = try members.permission()
        try members.end()
    }

    func apply(to app: LabApp) {
        app.device.changeProfile { profile in
            if let state { profile.appState = state }
            if let permission { profile.permission = permission }
        }
    }
}
