// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import UserNotifications

extension SimulatedDevice {
    /// Runs `body` as code of the app on this device.
    ///
    /// In it, `UNUserNotificationCenter.current()` is the device's center, and the device gets the
    /// donations.
    ///
    ///     try await device.asApp {
    ///         try await UNUserNotificationCenter.current().requestAuthorization(options: .alert)
    ///     }
    public func asApp<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await UNUserNotificationCenter.$bound.withValue(front) {
            try await INInteraction.$bound.withValue(donationList) {
                try await AppServices.$isTaskOfExtension.withValue(false, operation: body)
            }
        }
    }
}
