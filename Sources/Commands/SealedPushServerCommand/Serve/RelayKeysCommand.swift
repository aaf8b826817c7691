// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell

/// Makes the file of a relay's keys.
struct RelayKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay-keys",
        abstract: "Make the file of a relay's keys, for servers on PostgreSQL.",
        discussion: """
            All servers on one database share it. Keep a copy: without it the push tokens in the \
            database can't be read. 'serve' makes it by itself in the folder of a new database.
            """
    )

    @Argument(help: "The new file.")
    var file: String

    func run() async throws { try RelayKeysFile.make(file) }
}
