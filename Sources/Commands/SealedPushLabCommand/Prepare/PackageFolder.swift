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

    /// The path of another place as seen from the folder; an absolute one stays as it is.
    func relative(_ place: String) -> String {
        guard !place.hasPrefix("/") else { return place }
        let own = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
            .pathComponents
        let other = URL(filePath: place).standardizedFileURL.resolvingSymlinksInPath()
            .pathComponents
        let shared = zip(own, other).prefix { $0 == $1 }.count
        let parts = own.dropFirst(shared).map { _ in ".." } + other.dropFirst(shared)
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    /// The folder beside it, by its name.
    func sibling(_ name: String) -> String {
        URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
            .appending(path: name).path
    }

    /// Throws unless the folder is empty or not there, and apart from the sources.
    func check(outside sources: [SourceFolder]) throws(CommandError) {
        guard !sources.contains(where: { $0.contains(path) }) else {
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

    /// Writes files, by their paths in the package: all of them, or none.
    func write(_ files: [(path: String, bytes: [UInt8])]) throws(CommandError) {
        let wasThere = FileManager.default.fileExists(atPath: path)
        do throws(CommandError) {
            try writeEach(files)
        } catch {
            // What a half-made package holds is this command's: the folder was empty.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            for name in names { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
            if !wasThere { try? FileManager.default.removeItem(atPath: path) }
            throw error
        }
    }

    private func writeEach(_ files: [(path: String, bytes: [UInt8])]) throws(CommandError) {
        for (file, bytes) in files {
            let place = "\(path)/\(file)"
            do {
                try FileManager.default.createDirectory(
                    at: URL(filePath: place).deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
            } catch {
                throw .notWritten("package", "its folder can't be made")
            }
            try OutputFile(place, "package").make(bytes)
        }
    }
}
