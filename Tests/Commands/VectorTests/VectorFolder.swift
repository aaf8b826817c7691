// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The vectors of this repository.
enum VectorFolder {
    static let path = "\(Repository.folder)/docs/vectors"

    /// What the vectors are called, in their order.
    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(".json") }
            .map { String($0.dropLast(5)) }
            .sorted()
    }

    static func document(_ name: String) throws -> JSONDocument {
        try JSONDocument(reading: Repository.read("docs/vectors/\(name).json"))
    }
}
