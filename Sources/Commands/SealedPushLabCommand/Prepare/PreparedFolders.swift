// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
