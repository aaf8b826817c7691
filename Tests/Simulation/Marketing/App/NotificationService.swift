// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

/// The app's own extension.
public class NotificationService: BeaconServiceExtension {}
