// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import UserNotifications

/// A push that is about to become a notification.
struct Notice: Sendable {
    let request: UNNotificationRequest.Values
    /// What the payload describes.
    let original: NotificationContent
    let push: ArrivedPush
    let delivery: SimulatedDevice.Delivery
}
