// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSData {
    /// An algorithm, of which `zlib` alone is here.
    public enum CompressionAlgorithm: Int, Sendable {
        /// Apple's own, which is absent.
        case lzfse
        /// Absent.
        case lz4
        /// Absent.
        case lzma
        /// Raw DEFLATE (RFC 1951), without the header and the checksum of zlib or gzip.
        case zlib

        fileprivate var algorithm: Algorithm {
            switch self {
            case .lzfse: .lzfse
            case .lz4: .lz4
            case .lzma: .lzma
            case .zlib: .zlib
            }
        }
    }

    /// Decompresses the data.
    ///
    /// - Throws: `CocoaError` 5377 if the data is damaged or cut, or the algorithm absent.
    public func decompressed(using algorithm: CompressionAlgorithm) throws -> NSData {
        try filtered(.decompress, algorithm, failure: 5377)
    }

    /// Compresses the data.
    ///
    /// - Throws: `CocoaError` 5376 if the algorithm is absent.
    public func compressed(using algorithm: CompressionAlgorithm) throws -> NSData {
        try filtered(.compress, algorithm, failure: 5376)
    }

    private func filtered(
        _ operation: FilterOperation,
        _ algorithm: CompressionAlgorithm,
        failure: Int
    ) throws -> NSData {
        var result = Data()
        do {
            let filter = try OutputFilter(operation, using: algorithm.algorithm) { part in
                if let part { result.append(part) }
            }
            if length > 0 { try filter.write(Data(referencing: self)) }
            try filter.finalize()
        } catch {
            throw CocoaError(CocoaError.Code(rawValue: failure))
        }
        return NSData(data: result)
    }
}

extension NSMutableData {
    /// Decompresses the data in its place.
    public func decompress(using algorithm: CompressionAlgorithm) throws {
        setData(Data(referencing: try decompressed(using: algorithm)))
    }

    /// Compresses the data in its place.
    public func compress(using algorithm: CompressionAlgorithm) throws {
        setData(Data(referencing: try compressed(using: algorithm)))
    }
}
