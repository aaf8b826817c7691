// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation

/// The folder of an extension, as it is; links in it are not followed.
struct SourceFolder {
    /// A file of it.
    struct File {
        /// What is in a file.
        enum Contents {
            /// The text of a Swift source.
            case source(String)
            /// An Info.plist.
            case info([UInt8])
            /// Nothing that the package takes, and why.
            case leftOut(String)
        }

        /// Its path within the folder.
        let path: String
        let contents: Contents
    }

    /// More files than an extension has.
    private static let limit = 5000

    private let path: String
    /// All files, by their paths, but hidden ones.
    let files: [File]

    /// Reads a folder with all that is below it.
    init(_ path: String) throws(CommandError) {
        switch Self.kind(of: path) {
        case .typeDirectory?: break
        case .typeSymbolicLink?:
            throw .usage(
                "the extension's folder is a symbolic link",
                hint: "name the folder that it leads to"
            )
        case nil: throw .usage("the extension's folder is not there")
        default: throw .usage("the extension's folder is no folder")
        }
        self.path = path
        var files: [File] = []
        try Self.read(path, "", into: &files)
        self.files = files
    }

    /// What the folder is called.
    var name: String { URL(filePath: path).standardizedFileURL.lastPathComponent }

    /// Whether a place is the folder or below it.
    func contains(_ place: String) -> Bool {
        let own = Self.whole(path)
        let other = Self.whole(place)
        return other == own || other.hasPrefix(own + "/")
    }

    /// Whether one of the folders is the other or below it.
    func overlaps(_ other: SourceFolder) -> Bool { contains(other.path) || other.contains(path) }

    /// The path without links, also of a place at which there is nothing yet.
    private static func whole(_ path: String) -> String {
        let url = URL(filePath: path).standardizedFileURL
        let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
        return folder.appending(path: url.lastPathComponent).path
    }

    /// A path without the slashes and dots at its end, by which a link would be followed.
    static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") || path.hasSuffix("/.") { path = path.dropLast() }
        return String(path)
    }

    private static func kind(of path: String) -> FileAttributeType? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: trimmed(path))
        return attributes?[.type] as? FileAttributeType
    }

    private static func read(
        _ folder: String,
        _ prefix: String,
        into files: inout [File]
    ) throws(CommandError) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .usage("the extension's folder can't be read")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let (path, place) = ("\(prefix)\(name)", "\(folder)/\(name)")
            if kind(of: place) == .typeDirectory {
                try read(place, path + "/", into: &files)
            } else {
                files.append(File(path: path, contents: contents(of: place, name)))
            }
            guard files.count <= limit else {
                throw .usage("the extension's folder has more than \(limit) files")
            }
        }
    }

    private static func contents(of place: String, _ name: String) -> File.Contents {
        switch kind(of: place) {
        case .typeRegular?: break
        case .typeSymbolicLink?: return .leftOut("a symbolic link, which is not followed")
        default: return .leftOut("no plain file")
        }
        if name == "Info.plist", let bytes = try? InputFile(place).read("Info.plist") {
            return .info(bytes)
        }
        guard name.hasSuffix(".swift") else {
            let isObjectiveC = [".h", ".m", ".mm", ".c"].contains { name.hasSuffix($0) }
            return .leftOut(
                isObjectiveC
                    ? "Objective-C, of which Swift code needs a double in Swift"
                    : "no Swift source"
            )
        }
        guard name != "main.swift" else { return .leftOut("the package has a main of its own") }
        guard let bytes = try? InputFile(place).read("source") else {
            return .leftOut("it can't be read, or is larger than 1 MiB")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .leftOut("it is not UTF-8")
        }
        return .source(text)
    }
}
