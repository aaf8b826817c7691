// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PhoneExtension
import SimulatedDevice

/// The extension of a phone's app as a process of its own: `PhoneExtensionHost FOLDER`.
@main
enum Program {
    static func main() {
        let folder = PhoneFolder(CommandLine.arguments[1])
        folder.takeProcess()
        folder.noteIdleMemory()
        ExtensionHost.main { PhoneService(folder) }
    }
}
