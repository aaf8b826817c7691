// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushRelay
import ServerStore

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

/// Seals the push tokens of a relay again with the newest key.
struct RekeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rekey",
        abstract: "Seal a relay's push tokens again with the newest key of its file.",
        discussion: """
            It may be stopped and started again. Once it ends with 0 the older keys are not needed \
            any more. On SQLite the server has to be stopped for it.
            """
    )

    @OptionGroup var relay: RelayOptions

    func run() async throws {
        let place = try RelayPlace(try await relay.reader())
        let (store, secrets) = try await place.open(making: false)
        let report: Rekeying
        do throws(ServerStoreError) {
            report = try await store.rekey(with: secrets.tokens)
        } catch {
            throw CommandError(error, of: place.database.words)
        }
        let line = JSONWriter.object { line in
            line.add("changed", report.changed)
            line.add("failed", report.failed)
        }
        try Console.result(json: line)
        guard report.failed == 0 else {
            throw CommandError.failure(
                "\(report.failed) devices can't be read, or no key of the file opens their token"
            )
        }
    }
}
