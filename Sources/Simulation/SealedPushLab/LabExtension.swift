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

    /// What the extension is about to do with a payload, an object of JSON; nil if it is no sealed
    /// push, or the extension is of another kind.
    package let explain: Explain?

    /// Explains a push of this type before it is delivered, and changes nothing.
    package typealias Explain =
        @Sendable (
            _ payload: [UInt8], _ pushType: String?, _ isLocked: Bool
        ) -> [UInt8]?

    /// Names a program.
    package init(
        executable: URL,
        arguments: [String] = [],
        appFolder: URL? = nil,
        explain: Explain? = nil
    ) {
        self.executable = executable
        self.arguments = arguments
        self.appFolder = appFolder
        self.explain = explain
    }
}
