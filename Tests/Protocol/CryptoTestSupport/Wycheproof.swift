// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
package import Testing

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
