// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SimulatedDevice

@testable import Chat

// The argument names the fault that is planted.
let fault = CommandLine.arguments.dropFirst().first.flatMap { PlantedFault(rawValue: $0) }

ExtensionHost.main { PlantedFault.plant(fault, in: NotificationService()) }
