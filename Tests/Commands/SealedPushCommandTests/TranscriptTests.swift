// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The files of `Tests/Commands/Transcripts`: commands with their output, errors and exit codes.
struct TranscriptTests {
    private static let folder = Repository.folder + "Tests/Commands/Transcripts/"

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".txt") }.sorted()

    /// What the lines `# rules:` name.
    private static let rules = names.compactMap {
        try? String(contentsOfFile: folder + $0, encoding: .utf8)
    }
    .flatMap { $0.split(separator: "\n") }
    .filter { $0.hasPrefix("# rules: ") }
    .flatMap { $0.split(separator: " ").dropFirst(2) }
    .joined(separator: " ")

    @Test(.rules(rules), arguments: names)
    func `a transcript is what the commands print`(_ name: String) throws {
        let run = try ConsoleSession.run(Self.folder + name)
        #expect(run.status == 0, "\(run.text.suffix(4000))\(run.errors)")
    }
}
