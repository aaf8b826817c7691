// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell

/// `sealedpush`: everything that a device and a sender do, from a shell.
struct SealedPushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sealedpush",
        abstract: "Push notifications that only the device can read.",
        discussion: """
            A device makes keys and hands out a bundle; a sender seals payloads to it; the push \
            service sees a generic alert; the device opens it and shows it under the contact's name.

              sealedpush device init --store phone --topic com.example.app
              sealedpush device bundle --store phone > phone.bundle
              sealedpush sender init --store server > server.identity
              sealedpush contact add --store phone --name Ann \\
                --identity "$(cat server.identity)"
              sealedpush seal --store server --to phone.bundle --recipient bob \\
                --topic com.example.app payload.json > sealed.json
              sealedpush open --store phone sealed.json

            Results go to standard output, everything else to standard error. Exit codes: 0 done, \
            2 not sealed, 3 not for this device, 4 not authentic or malformed, 5 replayed or \
            expired, 6 keys or store unusable, 7 identity not accepted, 9 done but not shown, \
            10 not taken by a relay, 1 another failure, 64 usage.
            """,
        version: ProgramVersion.text,
        subcommands: [
            DeviceCommand.self, SenderCommand.self, ContactCommand.self, RecipientCommand.self,
            DirectoryCommand.self, StatementCommand.self, StoreCommand.self,
            AttachmentCommand.self, SealCommand.self, OpenCommand.self, InspectCommand.self,
            PairCommand.self, NotifyCommand.self,
        ]
    )
}

@main
enum Main {
    static func main() {
        Program(SealedPushCommand.self).main()
    }
}
