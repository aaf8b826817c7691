// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import CCompression

/// An algorithm of a filter, of which `zlib` alone is here.
public enum Algorithm: CaseIterable, RawRepresentable, Hashable, Sendable {
    /// Apple's own, which is absent.
    case lzfse
    /// Raw DEFLATE (RFC 1951), without the header and the checksum of zlib or gzip.
    case zlib
    /// Absent.
    case lz4
    /// Absent.
    case lzma
    /// Apple's own, which is absent.
    case lzbitmap
    /// Absent.
    case brotli

    /// Takes the constant of C.
    public init?(rawValue: compression_algorithm) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = known
    }

    /// The constant of C.
    public var rawValue: compression_algorithm {
        switch self {
        case .lzfse: COMPRESSION_LZFSE
        case .zlib: COMPRESSION_ZLIB
        case .lz4: COMPRESSION_LZ4
        case .lzma: COMPRESSION_LZMA
        case .lzbitmap: COMPRESSION_LZBITMAP
        case .brotli: COMPRESSION_BROTLI
        }
    }
}

/// The direction of a filter.
public enum FilterOperation: RawRepresentable, Hashable, Sendable {
    /// To fewer bytes.
    case compress
    /// Back again.
    case decompress

    /// Takes the constant of C.
    public init?(rawValue: compression_stream_operation) {
        switch rawValue {
        case COMPRESSION_STREAM_ENCODE: self = .compress
        case COMPRESSION_STREAM_DECODE: self = .decompress
        default: return nil
        }
    }

    /// The constant of C.
    public var rawValue: compression_stream_operation {
        switch self {
        case .compress: COMPRESSION_STREAM_ENCODE
        case .decompress: COMPRESSION_STREAM_DECODE
        }
    }
}

/// The failure of a filter.
public enum FilterError: Error, Hashable {
    /// The filter has ended, or its algorithm is absent.
    case invalidState
    /// The data is damaged or cut.
    case invalidData
}
