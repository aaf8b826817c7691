// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The files of this repository that tests read: keys, documents, vectors.
public enum Repository {
    /// The path of the repository's top folder, as it was when the tests were built.
    public static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .path()

    /// The bytes of the file at `path` below the top folder, such as `keys/phone-1.json`.
    ///
    /// - Throws: An error that names the file if it cannot be read.
    public static func read(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: folder).appending(path: path)))
    }
}
