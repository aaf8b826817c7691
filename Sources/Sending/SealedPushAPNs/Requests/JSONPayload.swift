// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The payload of a push as a value that encodes itself, such as a struct of the app's server.
package enum JSONPayload {
    /// Encodes what has `aps` and all else, for ``APNsRequest`` to take.
    ///
    /// - Parameter value: What is encoded as JSON.
    /// - Returns: The payload.
    /// - Throws: ``APNsError/invalidPayload`` if it can't be encoded.
    package static func bytes(_ value: some Encodable) throws(APNsError) -> [UInt8] {
        do { return Array(try JSONEncoder().encode(value)) } catch { throw .invalidPayload }
    }
}
