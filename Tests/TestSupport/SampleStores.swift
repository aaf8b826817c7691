// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The stored sample stores, as git keeps them: without modes and empty folders.
package enum SampleStores {
    /// The formats that there is a sample of.
    package static let formats = [1, 2]

    /// The passphrases of the samples' stores named `locked`, by format.
    package static let passphrases = [1: "kettle whistle plum", 2: "quill feather"]

    /// Copies the sample of a format to `path`, which is not there yet, with the modes and folders that it had.
    package static func copy(format: Int, to path: String) throws {
        let manager = FileManager.default
        try manager.copyItem(
            atPath: Repository.folder + "Tests/Samples/format-\(format)",
            toPath: path
        )
        let list = try String(contentsOfFile: path + "/folders", encoding: .utf8)
        for name in list.split(separator: "\n") {
            try manager.createDirectory(
                atPath: "\(path)/\(name)",
                withIntermediateDirectories: true
            )
        }
        for name in try manager.subpathsOfDirectory(atPath: path) + [""] {
            let place = "\(path)/\(name)"
            let type = try manager.attributesOfItem(atPath: place)[.type] as? FileAttributeType
            try manager.setAttributes(
                [.posixPermissions: type == .typeDirectory ? 0o700 : 0o600],
                ofItemAtPath: place
            )
        }
    }
}
