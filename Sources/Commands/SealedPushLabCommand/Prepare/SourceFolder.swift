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

/// The sources of an extension's target, of one folder or several, and what became of each file.
struct PreparedFolders {
    /// The sources by their paths in the target.
    private(set) var sources: [(path: String, source: PreparedSource)] = []
    /// The Info.plist of the first folder that has one.
    private(set) var info: [UInt8]?
    /// What became of each file.
    private(set) var lines: [String: String] = [:]
    /// What is left to do.
    private(set) var left: [String] = []

    /// The names of the files that are taken, as a target may have each once.
    private var names: Set<String> = []

    /// Prepares what is in the folders; the files of those after the first lie in folders of their
    /// names.
    init(_ folders: [SourceFolder]) {
        var prefixes: Set<String> = []
        for (number, folder) in folders.enumerated() {
            var prefix = number == 0 ? "" : "\(folder.name)/"
            if number > 0, !prefixes.insert(prefix).inserted {
                prefix = "\(folder.name)-\(number)/"
            }
            for file in folder.files { take(file, as: prefix + file.path) }
        }
    }

    private mutating func take(_ file: SourceFolder.File, as path: String) {
        switch file.contents {
        case .source(let text):
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard names.insert(name).inserted else {
                return leaveOut(path, "another file of the target has its name", isLeft: true)
            }
            let source = PreparedSource(text)
            sources.append((path, source))
            lines[path] = source.account
            left += source.left.map { "\(path): \($0)" }
        case .info(let bytes) where info == nil:
            info = bytes
            lines[path] = "copied to Info.plist; the test's device has its values"
        case .info: leaveOut(path, "another Info.plist was copied", isLeft: false)
        case .leftOut(let reason):
            let isCode = path.hasSuffix(".swift") && !path.hasSuffix("main.swift")
            leaveOut(path, reason, isLeft: isCode || reason.hasPrefix("Objective-C"))
        }
    }

    private mutating func leaveOut(_ path: String, _ reason: String, isLeft: Bool) {
        lines[path] = "left out: \(reason)"
        if isLeft { left.append("\(path): \(reason)") }
    }

    /// What the sources import.
    var modules: Set<String> { sources.reduce(into: []) { $0.formUnion($1.source.modules) } }

    /// The classes that they declare.
    var classes: Set<String> { sources.reduce(into: []) { $0.formUnion($1.source.classes) } }

    /// The classes that say that they are service extensions, in their order.
    var serviceClasses: [String] { sources.flatMap(\.source.serviceClasses) }
}
