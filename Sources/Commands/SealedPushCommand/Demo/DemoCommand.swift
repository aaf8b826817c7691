// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell

/// `sealedpush demo`.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show it all: seal the example payloads, open them, refuse forgeries.",
        discussion: """
            Makes a device and a sender in a temporary folder and seals the payloads of \
            docs/examples. Shows what the push service sees, and checks that no word of content, \
            name or code is in it. Each command runs as a process of its own. Ends with 0 only if \
            everything came out right.

            \(StoreEffect.noStore)

            Example:
              sealedpush demo
            """
    )

    @Option(
        help: ArgumentHelp(
            "The folder of payloads, instead of docs/examples of the checkout.",
            valueName: "dir"
        )
    )
    var examples: NamedPath?

    func run() throws {
        var demo = try Demo(examples: DemoExamples(in: examples?.text))
        try demo.run()
    }
}
