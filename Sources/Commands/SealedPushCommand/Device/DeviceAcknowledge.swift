// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush device acknowledge`.
struct DeviceAcknowledge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge",
        abstract: "Note that the directory has a bundle that it was offered.",
        usage: "sealedpush device acknowledge --store <dir> [<options>] <bundle>",
        discussion: """
            Until this is noted the same prekeys are offered again. Prints how many of them were \
            not known to be there. Noting a bundle again changes nothing. --undo takes it back, for a \
            directory that lost them: the reusable prekey is offered again, and 'sealedpush device \
            maintain' makes other one-time ones, since it is unknown which of these were given out.

            \(StoreEffect.changes)

            Example:
              sealedpush device acknowledge --store phone offer.bundle
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp("Note it as of then: \(TimeText.momentForms).", valueName: "time"),
        transform: Arguments.moment
    )
    var at: Timestamp?

    @Flag(help: "The directory has lost it, or never had it.")
    var undo = false

    @Argument(help: "The bundle as it was offered, or - for standard input.")
    var bundle: InputFile

    func validate() throws {
        try store.refuseSharedInput(with: bundle, "bundle")
    }

    func run() throws {
        let device = try DeviceKeys(in: store.openDevice())
        let offered = try bundle.readBundle()
        let changed =
            if undo {
                try device.takeBackAcknowledgement(of: offered)
            } else {
                try device.acknowledge(offered, at: at ?? .now)
            }
        try Console.result(
            String(changed),
            ofDone: "it is noted",
            hint: "the same command prints 0, since nothing is news to it"
        )
    }
}
