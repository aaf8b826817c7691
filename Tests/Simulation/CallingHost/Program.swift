// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Calling
import SimulatedDevice

/// The extension in a process of its own; the argument names the fault that is planted in it.
@main
enum Program {
    static func main() {
        let fault = CommandLine.arguments.dropFirst().first.flatMap(PlantedFault.init)
        ExtensionHost.main { PlantedFault.plant(fault, in: NotificationService()) }
    }
}
