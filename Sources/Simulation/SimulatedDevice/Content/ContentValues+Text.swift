// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension UNNotificationContent.Values {
    /// Whether there is any text: without it nothing of what was handed over counts.
    var hasText: Bool { !(title.isEmpty && subtitle.isEmpty && body.isEmpty) }

    /// Whether there is nothing to see, to hear or to count.
    var isEmpty: Bool { !hasText && sound == nil && badge == nil && attachments.isEmpty }
}
