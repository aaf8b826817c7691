// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The published test vectors, which are not part of this repository.
///
/// A suite that reads them carries the trait `.needsVectors`. Where `SEALEDPUSH_VECTORS` is unset
/// such a suite is skipped, and the last line of `make test` says how many were.
public enum Vectors {
    /// The folder that `SEALEDPUSH_VECTORS` names, nil where it is unset or empty.
    public static let folder: String? = {
        guard let name = ProcessInfo.processInfo.environment["SEALEDPUSH_VECTORS"], !name.isEmpty
        else { return nil }
        return name
    }()

    /// The bytes of the file at `path` below the folder, such as `rfc/rfc7748_x25519.json`.
    ///
    /// - Throws: An error that names the file if it cannot be read, and `VectorsError` where no
    ///   folder is named.
    public static func read(_ path: String) throws -> [UInt8] {
        guard let folder else { throw VectorsError.noFolder }
        return try [UInt8](Data(contentsOf: URL(filePath: folder).appending(path: path)))
    }
}

/// Why vectors could not be read, beside the file system's own reasons.
public enum VectorsError: Error, Hashable {
    /// `SEALEDPUSH_VECTORS` is unset: the suite lacks the trait `.needsVectors`.
    case noFolder
}

extension Trait where Self == ConditionTrait {
    /// Skips the suite where the folder of the vectors is not named.
    ///
    /// `.ci/test` counts the skipped suites by this comment, so no number is kept by hand.
    public static var needsVectors: Self {
        .enabled(if: Vectors.folder != nil, "SEALEDPUSH_VECTORS is unset")
    }
}
