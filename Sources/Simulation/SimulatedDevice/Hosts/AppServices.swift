// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import UserNotifications

/// What the system offers to an app's code: its notification centre, and a place for donations.
struct AppServices: Sendable {
    let center: UNUserNotificationCenter.Shared
    let donations: any DonationBacking

    /// Runs code of the app, which finds them where it looks for them.
    func withServices<Result>(_ body: () -> Result) -> Result {
        UNUserNotificationCenter.$bound.withValue(center) {
            INInteraction.$bound.withValue(donations, operation: body)
        }
    }
}
