// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushServiceExtension

/// The extension: all that an app adds is where its store is, and its own words.
nonisolated final class NotificationService: SealedNotificationService {
    override var settings: ServiceSettings { .shared }
}
