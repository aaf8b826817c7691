// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush recipient remove`.
struct RecipientRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Say that a device is the recipient's no more.",
        usage: "sealedpush recipient remove --store <dir> --recipient <who> --device ...",
        discussion: """
            Nothing is sealed to it for this recipient any more, and it cannot be brought back. \
            Without a retirement statement this is what a sender can do about a lost device.

            \(StoreEffect.changes)

            Example:
              sealedpush recipient remove --store server --recipient bob \\
                --device phone.bundle
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var recipient: RecipientOptions

    @Option(help: ArgumentHelp("The device: \(DeviceArgument.forms).", valueName: "device"))
    var device: DeviceArgument

    func run() async throws {
        let device = try device.read()
        let memory = try store.openRecipients()
        let wasKnown = try await memory.devices(of: recipient.name).listed.contains(device)
        let isNew = try await memory.remove(device, for: recipient.name)
        Console.note(isNew ? "removed" : "it was removed before")
        if isNew, !wasKnown {
            Console.note("it was not known for this recipient: see that both are the right ones")
        }
    }
}
