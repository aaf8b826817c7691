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

/// How often pushes have woken the app within the last hour.
struct WakeBudget {
    private var times: [Duration] = []

    /// Counts a wake at a time since the device was started; false where there were `limit` in the
    /// hour before it.
    mutating func spend(at time: Duration, limit: Int?) -> Bool {
        guard let limit else { return true }
        times.removeAll { $0 + .seconds(3600) <= time }
        guard times.count < limit else { return false }
        times.append(time)
        return true
    }
}
