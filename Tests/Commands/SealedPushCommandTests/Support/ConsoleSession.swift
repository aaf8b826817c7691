// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// A page or a transcript, which `docs/tasks/run` runs and holds against what is printed.
enum ConsoleSession {
    /// Runs the file at a path, in a folder or else in an empty one.
    ///
    /// If the status is not 0, the text and the errors say what went wrong.
    static func run(_ path: String, in folder: String? = nil) throws -> Transcript {
        let script = Repository.folder + "docs/tasks/run"
        return try Workplace().runBash([script, path] + (folder.map { [$0] } ?? []))
    }

    /// Runs a text as a page, or as a transcript.
    static func run(
        text: String,
        as name: String = "page.md",
        in folder: String? = nil
    ) throws -> Transcript {
        let place = Workplace()
        try place.write(text, to: name)
        return try run(place.path(name), in: folder)
    }

    /// Expects that the commands of a page print what it says.
    static func expect(
        page: String,
        in folder: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let run = try run(text: page, in: folder)
        #expect(run.status == 0, "\(run.text)\(run.errors)", sourceLocation: sourceLocation)
    }
}
