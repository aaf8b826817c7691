// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A record or its content as swift-crypto made it, which is lent and not copied once more.
///
/// For each record swift-crypto allocates twice 64 KiB and frees both. If nothing were in use behind
/// them, the C library would give that memory back to the system each time, and get it again for the
/// next record, a page fault for every page. So a piece is kept until the next one is made.
package struct ContentPiece {
    private let data: Data
    private let start: Int
    /// How many bytes it has.
    package let count: Int

    /// A part of what swift-crypto made.
    init(_ data: Data, from start: Int = 0, count: Int) {
        self.data = data
        self.start = start
        self.count = count
    }

    /// Lends the bytes.
    ///
    /// - Throws: What `body` throws.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(data.span.extracting(start..<start + count))
    }
}
