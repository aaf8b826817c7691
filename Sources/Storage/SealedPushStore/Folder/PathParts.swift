// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A path without trailing slashes, and its two parts.
struct PathParts: Hashable {
    /// The path, which is empty only if it was.
    let path: String
    /// The folder that it is in; `.` if the path has one part.
    let parent: String
    /// The last part.
    let name: String

    init(_ path: String) {
        var rest = path[...]
        while rest.utf8.count > 1, rest.hasSuffix("/") { rest.removeLast() }
        self.path = String(rest)
        guard let slash = rest.lastIndex(of: "/") else {
            parent = "."
            name = String(rest)
            return
        }
        parent = slash == rest.startIndex ? "/" : String(rest[..<slash])
        name = String(rest[rest.index(after: slash)...])
    }
}
