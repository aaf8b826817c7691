// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = [
            "python3", "-B", "\(Repository.folder)/Tests/Models/\(program)", "chains", "\(count)",
            seed,
        ]
        let output = Pipe()
        python.standardOutput = output
        try python.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        python.waitUntilExit()
        guard python.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return try text.split(separator: UInt8(ascii: "\n"))
            .map { try JSONDecoder().decode(Chain.self, from: $0) }
    }
}
