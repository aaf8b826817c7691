// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// The system's content handler, which may be called on any thread, once.
///
/// Apple's type says neither, its documentation both; ``NotificationDelivery`` calls it once.
struct ContentHandler: @unchecked Sendable {
    private let handler: (UNNotificationContent) -> Void

    init(_ handler: @escaping (UNNotificationContent) -> Void) {
        self.handler = handler
    }

    /// Gives the system what is to be shown.
    func handOver(_ content: UNNotificationContent) {
        handler(content)
    }
}
