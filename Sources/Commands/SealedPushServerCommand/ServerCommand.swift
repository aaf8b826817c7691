// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushOpenSSL

/// `sealedpush-server`: what servers do, from a shell.
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sealedpush-server",
        abstract: "What stands between a sender and the push services.",
        discussion: """
            Results go to standard output, everything else to standard error. Exit codes: 0 done, \
            1 a failure, 6 keys or a database unusable, 8 rejected, 9 taken but not shown, 64 usage, \
            75 not now.
            """,
        version: ProgramVersion.text,
        subcommands: [
            ServeCommand.self, APIKeyCommand<RelayOptions>.self, RelayKeysCommand.self,
            RekeyCommand.self, RelayDeviceCommand.self, OutboxCommand.self, DeadLetterCommand.self,
            SealServiceCommand.self, SendCommand.self,
        ]
    )
}

@main
enum Main {
    static func main() {
        Program(
            ServerCommand.self,
            descriptors: DescriptorNeed.count,
            preparing: { () throws(CommandError) in
                // It takes orders for that only before its first allocation.
                guard OpenSSLMemory.wipeWhatIsFreed() else { throw .memoryNotWiped }
            }
        )
        .main()
    }
}
