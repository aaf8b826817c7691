// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import TestSupport

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
