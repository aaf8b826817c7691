// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation

/// The folder that a package is written to.
struct PackageFolder {
    private let path: String

    init(_ path: String) {
        self.path = SourceFolder.trimmed(path)
    }

    /// Throws unless the folder is empty or not there, and apart from the sources.
    func check(outside sources: SourceFolder) throws(CommandError) {
        guard !path.isEmpty else { throw .usage("--output names no folder") }
        guard !sources.contains(path) else {
            throw .usage("the package can't be in the folder of the extension")
        }
        // The link itself counts, and not what it leads to.
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            return
        }
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        guard attributes[.type] as? FileAttributeType == .typeDirectory, names == [] else {
            throw .placeTaken("package")
        }
    }

    /// Writes files, by their paths in the package.
    func write(_ files: [(path: String, text: String)]) throws(CommandError) {
        for (file, text) in files {
            let place = "\(path)/\(file)"
            do {
                try FileManager.default.createDirectory(
                    at: URL(filePath: place).deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
            } catch {
                throw .notWritten("package", "its folder can't be made")
            }
            try OutputFile(place, "package").make(Array(text.utf8))
        }
    }
}
