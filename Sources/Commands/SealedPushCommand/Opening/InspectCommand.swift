// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush

/// `sealedpush inspect`.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show every field of a sealed push and its bytes, without keys.",
        discussion: """
            Takes the payload, or the bare text of its 'encrypted-content'. What is shown is what \
            every party on the way can see; nothing is checked but the form.

            \(StoreEffect.noStore)

            Example:
              sealedpush inspect --json sealed.json
            """
    )

    @Flag(help: "Print one JSON object.")
    var json = false

    @Argument(help: "The payload or the text, or - for standard input.")
    var payload: InputFile = .standardInput

    func run() throws {
        let bytes = try payload.read("payload")
        let inspection = try Inspection(of: bytes)
        if json {
            try Console.result(json: inspection.json)
        } else {
            try Console.result(inspection.text)
        }
    }
}
