// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `swift run RandomMessages FOLDER COUNT SEED` writes vectors of random messages that the product's
/// sealer seals, for another implementation to open.
@main
struct MakeMessages {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3, let folder = arguments.first.map({ URL(filePath: $0) }),
            let count = Int(arguments[2]), let seed = UInt64(arguments[3])
        else { throw UsageError.folderCountAndSeedExpected }
        var messages = RandomMessages(seed: seed)
        for number in 1...count {
            let digits = String(number)
            let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-sealed"
            let vector = try await messages.next(named: name)
            try Data(vector).write(to: folder.appending(path: "\(name).json"))
        }
        print("\(count) vectors")
    }
}

/// How the program was called wrongly.
enum UsageError: Error {
    /// A folder, how many messages to make, and a seed are wanted.
    case folderCountAndSeedExpected
}
