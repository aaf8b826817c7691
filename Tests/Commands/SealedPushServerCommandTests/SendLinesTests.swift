// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

/// `send --tokens`, many pushes of a line each, which a signal ends.
struct SendLinesTests {
    @Test func `a signal ends the reading, and what was sent has a result`() async throws {
        let folder = TemporaryFolder()
        try folder.write(#"{"device":"d1","token":"a1b2c3d4"}"# + "\n", to: "tokens")
        let line =
            #"{"device":"d1","headers":{"apns-topic":"com.example.app"},"payload":{"aps":{}}}"#
        try folder.write(line + "\n", to: "line")
        let run = try await ServedShell.run(
            """
            mkfifo pipe
            { while cat line; do :; done; } > pipe 2> /dev/null &
            prefix=exec
            send --tokens tokens pipe > out 2> errors &
            until grep -q accepted out; do sleep 0.1; done
            kill -TERM $!
            wait $!
            """,
            in: folder,
            tokens: ["a1b2c3d4"]
        )
        #expect(run.status == 75)
        let results = try folder.text("out").split(separator: "\n").map { line in
            try JSONDocument(reading: Array(line.utf8)).root
        }
        let lines = results.compactMap { $0["line"]?.integer }
        #expect(lines.sorted() == Array(1...lines.count))
        #expect(results.allSatisfy { $0["result"]?.string == "accepted" })
        let errors = try folder.text("errors")
        #expect(errors.contains("ended by a signal: \(lines.count) accepted, 0 to be sent again"))
    }
}
