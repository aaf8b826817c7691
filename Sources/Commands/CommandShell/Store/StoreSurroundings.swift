// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where things of a store are that can't lie inside it.
package enum StoreSurroundings {
    /// The path of the store at `path` with another ending.
    package static func beside(_ path: String, _ ending: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        // These name the folder from inside, where nothing else may lie.
        if [".", ".."].contains(path.split(separator: "/").last) {
            path = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
            while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        }
        return path + ending
    }
}
