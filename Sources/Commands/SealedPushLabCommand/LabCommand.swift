// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushOpenSSL

/// `sealedpush-lab`: the push service and the devices of tests, from a shell.
struct LabCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sealedpush-lab",
        abstract: "APNs and devices for tests, on this machine.",
        discussion: """
            Results go to standard output, everything else to standard error. Exit codes: 0 done, \
            1 a failure, 4 a payload too large, 6 keys or store unusable, 9 done but not shown, 64 \
            usage.

            Example:
              sealedpush-lab run --store phone sealed.json
            """,
        version: ProgramVersion.text,
        subcommands: [
            ServeCommand.self, APNsCommand.self, RunCommand.self, ExtensionCommand.self,
            CheckCommand.self, PrepareCommand.self, VectorsCommand.self,
        ]
    )
}

@main
enum Main {
    static func main() {
        Program(
            LabCommand.self,
            descriptors: DescriptorNeed.count,
            preparing: { () throws(CommandError) in
                guard OpenSSLMemory.wipeWhatIsFreed() else { throw .memoryNotWiped }
            }
        )
        .main()
    }
}
