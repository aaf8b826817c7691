// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsUI

/// A content extension of the app: the categories that it draws, and how it is made.
struct ContentExtensionMaker: Sendable {
    let categories: Set<String>
    let make: @Sendable (NSExtensionContext) -> any UNNotificationContentExtension
}
