// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import SealedPushCommand

extension Workplace {
    /// Runs the command behind a line of a shell, in which `"$@"` stands for it.
    ///
    /// A run that reads without an end is ended by the limit of processor time, and has a status
    /// over 128.
    func runInShell(_ line: String, _ arguments: [String]) throws -> Transcript {
        let words = ["/bin/sh", "-c", "ulimit -t 120; \(line)", "sh"] + words(of: arguments)
        return try start(program: words, environment: ["PATH": "/usr/bin:/bin"]).end()
    }
}

/// What may stand at a place where a command is to write a file, and is none.
enum Obstacle: String, CaseIterable {
    case folder = "a folder"
    case pipe = "a pipe"
    case link = "a symbolic link"
    case deadLink = "a symbolic link to nothing"
    case device = "a device"

    /// How the command calls it.
    var words: String { self == .deadLink ? Self.link.rawValue : rawValue }

    /// Puts it into the folder, and gives its path; a link leads to the file `victim`.
    func make(in place: Workplace) throws -> String {
        let path = place.path("obstacle")
        switch self {
        case .folder:
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false
            )
        case .pipe: try #require(unsafe mkfifo(path, 0o600) == 0)
        case .link, .deadLink:
            try place.write("untouched", to: "victim")
            let target = self == .link ? "victim" : "nothing"
            try #require(unsafe symlink(place.path(target), path) == 0)
        case .device: return try OwnTerminal.path()
        }
        return path
    }

    /// Whether it is as it was.
    func isUntouched(at path: String, in place: Workplace) throws -> Bool {
        var status = stat()
        try #require(unsafe lstat(path, &status) == 0)
        let kind = status.st_mode & S_IFMT
        switch self {
        case .folder:
            return try kind == S_IFDIR
                && FileManager.default.contentsOfDirectory(atPath: path).isEmpty
        case .pipe: return kind == S_IFIFO
        case .link: return try kind == S_IFLNK && place.text("victim") == "untouched"
        case .deadLink:
            return kind == S_IFLNK && !FileManager.default.fileExists(atPath: place.path("nothing"))
        case .device: return kind == S_IFCHR
        }
    }
}
