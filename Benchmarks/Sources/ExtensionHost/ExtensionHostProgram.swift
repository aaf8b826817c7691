// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedDevice

/// The process of an extension: `extension-host RECORD template`, or `extension-host RECORD sealed STORE KEY`.
///
/// For each push it adds to the file RECORD what ``PushRecord`` says.
@main
enum ExtensionHostProgram {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 2, let record = PushRecord(at: arguments[1]) else { exit(64) }
        switch (arguments[2], arguments.count) {
        case ("template", 3): ExtensionHost.main { NotificationService(noting: record) }
        case ("sealed", 5):
            let (store, key) = (arguments[3], arguments[4])
            ExtensionHost.main { SealedService(storeAt: store, key: key, noting: record) }
        default: exit(64)
        }
    }
}
