// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension UNNotificationContent.Values {
    /// Whether there is any text: without it nothing of what was handed over counts.
    var hasText: Bool { !(title.isEmpty && subtitle.isEmpty && body.isEmpty) }

    /// Whether there is nothing to see, to hear or to count.
    var isEmpty: Bool { hasNothingToPresent && badge == nil }

    /// Whether there is a badge, and nothing else to see or to hear.
    var hasBadgeAlone: Bool { hasNothingToPresent && badge != nil }

    private var hasNothingToPresent: Bool { !hasText && sound == nil && attachments.isEmpty }
}
