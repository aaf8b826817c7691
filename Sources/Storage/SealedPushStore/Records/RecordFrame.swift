// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What is sealed in a record's file: the record's id, which its file name hides, and its contents.
///
/// `u16 length | id | u16 length | contents | zeros` up to a multiple of the kind's block.
package struct RecordFrame: ~Copyable {
    private let bytes: SecretBytes
    private let idCount: Int
    private let contentsCount: Int

    /// The fewest bytes that a frame has.
    static let leastCount = 4

    /// The most bytes that a frame has, so that the sealed file keeps its limit.
    package static let limit = StoreFolder.fileLimit - RecordSealer.overhead

    /// Frames a record.
    init(id: Span<UInt8>, contents: Span<UInt8>, block: Int) throws(StoreError) {
        let needed = 4 + id.count + contents.count
        let count = (needed + block - 1) / block * block
        guard count <= Self.limit else { throw .recordTooLarge }
        idCount = id.count
        contentsCount = contents.count
        var bytes = SecretBytes(count: count)
        bytes.withMutableBytes { bytes in
            bytes.copy(from: Self.u16(id.count).span)
            bytes.copy(from: id, at: 2)
            bytes.copy(from: Self.u16(contents.count).span, at: 2 + id.count)
            bytes.copy(from: contents, at: 4 + id.count)
        }
        self.bytes = bytes
    }

    /// Reads a frame that was opened; one that we would not have written is damaged.
    init(reading bytes: consuming SecretBytes, block: Int) throws(StoreError) {
        let counts = bytes.withBytes { bytes -> (id: Int, contents: Int)? in
            guard let idCount = Self.u16(bytes, at: 0),
                let contentsCount = Self.u16(bytes, at: 2 + idCount)
            else { return nil }
            let end = 4 + idCount + contentsCount
            guard end <= bytes.count, bytes.count == (end + block - 1) / block * block,
                ConstantTime.isZero(bytes.extracting(droppingFirst: end))
            else { return nil }
            return (idCount, contentsCount)
        }
        guard let counts else { throw .corrupted }
        self.bytes = bytes
        (idCount, contentsCount) = counts
    }

    func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes(body)
    }

    /// Lends the record's id and its contents.
    func withParts<Result: ~Copyable, Failure: Error>(
        _ body: (_ id: Span<UInt8>, _ contents: Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes { (bytes: Span<UInt8>) throws(Failure) in
            let start = 4 + idCount
            return try body(
                bytes.extracting(2..<2 + idCount),
                bytes.extracting(start..<start + contentsCount)
            )
        }
    }

    private static func u16(_ count: Int) -> [UInt8] {
        [UInt8(count >> 8), UInt8(count & 0xFF)]
    }

    private static func u16(_ bytes: Span<UInt8>, at place: Int) -> Int? {
        guard place + 2 <= bytes.count else { return nil }
        return Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }
}
