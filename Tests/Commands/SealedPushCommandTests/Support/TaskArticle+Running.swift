// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

@testable import SealedPushCommand

extension TaskArticle {
    /// Runs every command, and gives a text for each that printed something else or failed; none
    /// where all is well.
    ///
    /// - Parameter folder: Where the session is; a new folder without it.
    /// - Returns: What went wrong.
    /// - Throws: Why nothing could be run.
    func run(in folder: String? = nil) throws -> [String] {
        let place = try Workplace()
        let session = folder ?? place.path("session")
        if folder == nil {
            try FileManager.default.createDirectory(
                atPath: session,
                withIntermediateDirectories: false
            )
            for (name, text) in files { try place.write(text, to: "session/" + name) }
        }
        let mark = "end-of-step-" + UUID().uuidString
        let commands = steps.map { "\($0.command)\nprintf '\\n%s %d\\n' \(mark) $?\n" }
        let script =
            "exec 2>&1\nset -o pipefail\ntrap 'kill $(jobs -p) 2>&-' EXIT\ncd '\(session)'\n"
            + commands.joined()
        try place.write(script, to: "script")
        try place.write("", to: "in")
        let process = try SpawnedProgram(
            "/bin/bash",
            [place.path("script")],
            environment: [
                "PATH": Workplace.programs + ":/usr/bin:/bin",
                "examples": Repository.folder + "docs/examples",
                "HOME": place.folder, "TMPDIR": place.folder, "LC_ALL": "C.UTF-8",
            ],
            streams: .init(
                input: place.path("in"),
                output: place.path("out"),
                errors: place.path("err")
            )
        )
        _ = process.wait()
        return failures(in: try place.text("out"), mark: mark)
    }

    private func failures(in output: String, mark: String) -> [String] {
        var failures: [String] = []
        var rest = output[...]
        for step in steps {
            let head = "line \(step.line): \(step.command)\n"
            guard let end = rest.firstRange(of: "\n\(mark) ") else {
                return failures + [head + "the session ended here:\n\(rest)"]
            }
            let printed = rest[..<end.lowerBound]
            let status = rest[end.upperBound...].prefix { $0 != "\n" }
            rest = rest[status.endIndex...].dropFirst()
            var lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
            if lines.last?.isEmpty == true { lines.removeLast() }
            if status != "0" { failures.append(head + "exit code \(status):\n\(printed)") }
            if !Self.matches(lines.map(String.init)[...], step.output[...]) {
                failures.append(
                    head + "printed:\n\(printed)\nand not:\n" + step.output.joined(separator: "\n")
                )
            }
        }
        return failures
    }
}
