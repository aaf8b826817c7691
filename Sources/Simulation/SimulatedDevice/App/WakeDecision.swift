// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Whether the system wakes the app for a push with `content-available`.
enum WakeDecision: Hashable {
    case wake
    case refuse(DeliveryReport.WakeRefusal)

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
