// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// An extension that phones of a lab may have: a program that calls `ExtensionHost.main`.
package struct LabExtension: Sendable {
    /// The program.
    package let executable: URL
    /// Its arguments.
    package let arguments: [String]
    /// The folder of the app, if it is not the program's.
    package let appFolder: URL?

    /// Names a program.
    package init(executable: URL, arguments: [String] = [], appFolder: URL? = nil) {
        self.executable = executable
        self.arguments = arguments
        self.appFolder = appFolder
    }
}
