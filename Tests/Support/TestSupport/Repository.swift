// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Testing

/// The files of this repository that tests read: keys, documents, vectors.
public enum Repository {
    /// The path of the repository's top folder, as it was when the tests were built.
    public static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .path()

    /// The bytes of the file at `path` below the top folder, such as `keys/phone-1.json`.
    ///
    /// - Throws: An error that names the file if it cannot be read.
    public static func read(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: folder).appending(path: path)))
    }
}

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

/// Random chains of events from the searches in `Tests/Models`, which were written from the text
/// alone.
public enum ModelChains {
    /// The seed, which `SEALEDPUSH_SEED` sets.
    public static let seed = ProcessInfo.processInfo.environment["SEALEDPUSH_SEED"] ?? "1"

    /// Runs `PROGRAM chains COUNT SEED`, and reads a chain from each line of its output.
    ///
    /// - Throws: An error if the program fails, or if a line is no chain.
    public static func of<Chain: Decodable>(
        _ program: String,
        count: Int,
        as type: Chain.Type = Chain.self
    ) throws -> [Chain] {
        let run = try Tool.run(
            URL(filePath: "/usr/bin/env"),
            [
                "python3", "-B", "\(Repository.folder)/Tests/Models/\(program)", "chains",
                "\(count)", seed,
            ]
        )
        guard run.status == 0 else { throw ToolFailure(description: run.errors) }
        return try run.bytes.split(separator: UInt8(ascii: "\n"))
            .map { try JSONDecoder().decode(Chain.self, from: Data($0)) }
    }
}
