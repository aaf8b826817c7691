// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell

/// `sealedpush-lab vectors`.
struct VectorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vectors",
        abstract: "Check test vectors.",
        discussion: """
            Test vectors are files that show an implementation in any language what it must accept \
            and refuse, and why.

            Example:
              sealedpush-lab vectors check docs/vectors
            """,
        subcommands: [VectorsCheck.self]
    )
}

/// `sealedpush-lab vectors check`.
struct VectorsCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check every test vector of a folder.",
        discussion: """
            Prints one line for each vector that fails, then how many passed and failed. Ends with \
            0 if all passed, else with 1.

            \(StoreEffect.noStore)

            Example:
              sealedpush-lab vectors check docs/vectors
            """
    )

    @Argument(help: ArgumentHelp("The folder of vectors.", valueName: "dir"))
    var folder: NamedPath

    func run() throws {
        let report: VectorReport
        do throws(VectorFault) {
            report = try VectorReport(folder: folder.text)
        } catch {
            throw CommandError.usage(error.reason)
        }
        for line in report.lines { try Console.result(line) }
        guard report.failures.isEmpty else {
            throw CommandError(.failure, name: "vectorsFailed", "not every vector passed")
        }
    }
}
