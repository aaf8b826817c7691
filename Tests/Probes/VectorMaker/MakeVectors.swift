// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes the vectors into a folder: `swift run VectorMaker docs/vectors`.
///
/// Files of other names stay as they are.
@main
struct MakeVectors {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else { throw UsageError.folderExpected }
        let folder = URL(filePath: CommandLine.arguments[1])
        let vectors = try Catalog.make()
        for vector in vectors {
            try Data(vector.bytes).write(to: folder.appending(path: "\(vector.name).json"))
        }
        print("\(vectors.count) vectors")
    }
}

/// How the maker was called wrongly.
enum UsageError: Error {
    /// One argument is wanted: the folder.
    case folderExpected
}
