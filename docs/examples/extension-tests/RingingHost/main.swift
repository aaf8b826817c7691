// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice

@testable import Ringing

// The extension in a process of its own, which a device starts.
ExtensionHost.main { NotificationService() }
