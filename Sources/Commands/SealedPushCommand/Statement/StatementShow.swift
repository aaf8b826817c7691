// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush

/// `sealedpush statement show`.
struct StatementShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a statement says and who signed it.",
        discussion: """
            The signatures are checked: what is shown is valid, and what is not is told by its \
            line. Whether it counts is up to who knows the identities in it.

            Of a subscription the endpoint is shown, which is a secret.

            \(StoreEffect.noStore)

            Example:
              sealedpush statement show phone.retirement
            """
    )

    @Flag(help: "Print a JSON object for each statement.")
    var json = false

    @Argument(help: "The statements, one a line, or - for standard input.")
    var file: InputFile = .standardInput

    func run() async throws {
        var isFirst = true
        try await StatementFile(file).forEach("shown") { statement in
            let facts = StatementFacts(statement)
            if json {
                try Console.result(json: facts.json)
            } else {
                if !isFirst { try Console.result("") }
                try Console.result(facts.text)
            }
            isFirst = false
            return nil
        }
    }
}
