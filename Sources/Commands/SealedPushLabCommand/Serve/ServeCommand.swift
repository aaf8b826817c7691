// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SealedPush
import SealedPushAPNs
import SealedPushLab
import SimulatedAPNs

/// `sealedpush-lab serve`: APNs, phones and their lock screens in a browser.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Play APNs and phones, with a page that shows them and REST for tests.",
        discussion: """
            The first lines of standard output say where APNs and the page are, and where the \
            certificate and keys are that a client takes; docs/lab.md has the rest. Any client of \
            APNs pushes to it, and the page shows what its phones make of each push, and why.

            There is no password: the page and REST are for this machine. Everything but the \
            certificates and keys is in memory, and the oldest goes: 10,000 pushes and 64 MiB of \
            pictures.

            \(StoreEffect.noStore)

            Example:
              sealedpush-lab serve --port 0 --page-port 0
            """
    )

    @OptionGroup
    var options: ServeOptions

    @OptionGroup
    var phones: ExtensionOptions

    func run() async throws {
        let keys = try options.keys()
        let extensions = try phones.extensions()
        try await LabRun(options, keys, extensions).run()
    }
}
