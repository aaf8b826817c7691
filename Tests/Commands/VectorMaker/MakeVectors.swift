// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes vectors into a folder; files of other names stay as they are.
///
/// `swift run VectorMaker docs/vectors` writes those of the repository. `swift run VectorMaker
/// FOLDER COUNT SEED` writes random messages that the product's sealer seals, for another
/// implementation to open.
@main
struct MakeVectors {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let vectors: [Vector]
        switch arguments.count {
        case 1:
            vectors = try Catalog.make()
        case 3:
            guard let count = Int(arguments[1]), let seed = UInt64(arguments[2]) else {
                throw UsageError.numbersExpected
            }
            var messages = RandomMessages(seed: seed)
            vectors = try await messages.make(count)
        default:
            throw UsageError.folderExpected
        }
        let folder = URL(filePath: arguments[0])
        for vector in vectors {
            try Data(vector.bytes).write(to: folder.appending(path: "\(vector.name).json"))
        }
        print("\(vectors.count) vectors")
    }
}

/// How the maker was called wrongly.
enum UsageError: Error {
    /// One argument is wanted, the folder, or three.
    case folderExpected
    /// The second and third are how many messages to make, and a seed.
    case numbersExpected
}
