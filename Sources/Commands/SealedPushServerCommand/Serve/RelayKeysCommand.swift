// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushRelay

/// Makes the file of a relay's keys, and rotates the key of the push tokens.
struct RelayKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay-keys",
        abstract: "Make the file of a relay's keys, or rotate the key of the push tokens.",
        discussion: """
            All servers on one database share the file. Keep a copy: without it the push tokens in \
            the database can't be read. 'serve' makes it by itself in the folder of a new database.

            To rotate: add a key to the file and start the servers again with it, have 'rekey' seal \
            the tokens again, and then drop the older keys.

              sealedpush-server relay-keys --add relay/keys
              sealedpush-server rekey --data relay
              sealedpush-server relay-keys --drop-old relay/keys
            """
    )

    @Flag(help: "Add a token key to the file, which seals from then on.")
    var add = false

    @Flag(help: "Drop all token keys but the last one.")
    var dropOld = false

    @Argument(help: "The file.")
    var file: NamedPath

    func validate() throws {
        guard !add || !dropOld else { throw ValidationError("either --add or --drop-old") }
    }

    func run() async throws {
        if add {
            try RelayKeysFile.rotate(file.text, by: RelaySecrets.adding)
        } else if dropOld {
            try RelayKeysFile.rotate(file.text, by: RelaySecrets.keepingLast)
        } else {
            try RelayKeysFile.make(file.text)
        }
    }
}
