// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import TestSupport
package import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Vectors {
    /// The value that the JSON file at `path` below the folder holds.
    package static func decode<Value: Decodable>(_ type: Value.Type, from path: String) throws
        -> Value
    {
        try JSONDecoder().decode(type, from: Data(read(path)))
    }
}

/// A file of Project Wycheproof, as far as all of them agree.
package struct WycheproofFile<Group: Decodable>: Decodable {
    package let numberOfTests: Int
    package let testGroups: [Group]

    /// Reads the file `name` of the folder `wycheproof`.
    package static func read(_ name: String) throws -> WycheproofFile {
        try Vectors.decode(WycheproofFile.self, from: "wycheproof/\(name)")
    }
}

/// What the author of a case says of it.
package enum Verdict: String, Decodable, Sendable {
    case valid
    case invalid
    case acceptable

    /// Expects `output`, nil where the case was refused, to be what the verdict allows.
    package func expect(
        _ output: [UInt8]?,
        toBe expected: [UInt8],
        case id: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let holds =
            switch self {
            case .valid: output == expected
            case .invalid: output == nil
            case .acceptable: output == nil || output == expected
            }
        #expect(holds, "tcId \(id), labelled \(rawValue)", sourceLocation: sourceLocation)
    }
}
