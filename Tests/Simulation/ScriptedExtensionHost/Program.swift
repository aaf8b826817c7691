// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ScriptedExtension
import SimulatedDevice

/// The scripted extension as a process of its own; its very start goes by the name it is called by.
@main
enum Program {
    static func main() {
        let name = CommandLine.arguments[0]
        ExtensionHost.main {
            for start in ScriptedStart.allCases where name.hasSuffix("-\(start.rawValue)") {
                start.play()
            }
            return PayloadExtension()
        }
    }
}
