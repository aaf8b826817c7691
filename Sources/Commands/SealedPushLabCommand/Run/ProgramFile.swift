// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation

/// A program that an argument names by its path.
struct ProgramFile: ExpressibleByArgument {
    let path: String

    init?(argument: String) {
        guard let path = NamedPath(argument: argument) else { return nil }
        self.path = path.text
    }

    var url: URL { URL(filePath: path) }

    /// Checks that it can be started; else the command ends with 64, and the error says `what` it
    /// is.
    func check(_ what: String) throws(CommandError) {
        var isFolder: ObjCBool = false
        let reason: String? =
            if unsafe !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
                "no such file"
            } else if isFolder.boolValue {
                "it is a folder"
            } else if !FileManager.default.isExecutableFile(atPath: path) {
                "it may not be executed"
            } else {
                nil
            }
        if let reason { throw .usage("the \(what) can't be started: \(reason)") }
    }
}
