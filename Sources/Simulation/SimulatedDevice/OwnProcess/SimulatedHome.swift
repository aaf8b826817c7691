// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CFoundationHooks
import Foundation

/// The folder that extensions find in the place of the user's home folder.
///
/// Test and extension share it, and with it the settings of app groups. A test's process has it
/// from its start; a program that is no test has one for its extensions alone.
enum SimulatedHome {
    /// The variable that names it.
    static let variable = "SIMULATED_DEVICE_HOME"

    static let path: String = {
        if let own = unsafe simulated_home() { return unsafe String(cString: own) }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("simulated-home-\(UUID().uuidString)", isDirectory: true)
        try? TemporaryFolders.make(folder)
        return folder.path
    }()
}
