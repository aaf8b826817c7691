// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell

/// The sealing sidecar: a backend posts payloads, and devices at relays get them sealed.
struct SealServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal-service",
        abstract: "Seal for a backend: it posts payloads, and this posts envelopes to relays.",
        discussion: """
            It holds the sender's keys, so it runs beside the backend and listens on this machine \
            only, unless told. docs/sidecar.md has what backends ask.

              sealedpush sender init --store server
              sealedpush-server seal-service apikey make backend --data sidecar
              sealedpush-server seal-service run --store server --topic com.example.app \\
                --data sidecar
            """,
        subcommands: [
            SealServiceRun.self, APIKeyCommand<SidecarOptions>.self, SealServiceRetire.self,
        ],
        defaultSubcommand: SealServiceRun.self
    )
}

/// Where a sidecar's database is.
struct SidecarOptions: ParsableArguments {
    @Option(help: "The folder of the sidecar's database; 'run' and 'apikey make' make it.")
    var data = NamedPath("sidecar")
}
