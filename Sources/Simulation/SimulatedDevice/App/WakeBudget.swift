// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
