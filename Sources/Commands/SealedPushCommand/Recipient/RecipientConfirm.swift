// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush recipient confirm`.
struct RecipientConfirm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Say that a device is the recipient's.",
        usage: """
            sealedpush recipient confirm --store <dir> --recipient <who> --device ...
            sealedpush recipient confirm --store <dir> --all [<options>]
            """,
        discussion: """
            Ask the recipient, on another way, for the identity that the device shows. A confirmed \
            device gets the recipient's messages. A device that was retired or removed stays so. \
            A person may confirm any number of devices, also where the list is full.

            After 'sealedpush store restore' every device is to be confirmed. --all confirms those \
            of every recipient: for a server that trusts its directory. Remove once more what was \
            removed since the backup was made.

            Where the store's own records of the recipient or the device are damaged, this makes up \
            for them.

            \(StoreEffect.changes)

            Example:
              sealedpush recipient confirm --store server --recipient bob \\
                --device tablet.bundle
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(help: ArgumentHelp("Whom 'seal --recipient' names.", valueName: "who"))
    var recipient: String?

    @Option(help: ArgumentHelp("The device: \(DeviceArgument.forms).", valueName: "device"))
    var device: DeviceArgument?

    @Flag(help: "Confirm every device that a restore has left to be confirmed.")
    var all = false

    @OptionGroup
    var testKeys: TestKeyOptions

    func validate() throws {
        let isOne = recipient != nil && device != nil
        guard all ? recipient == nil && device == nil : isOne else {
            throw ValidationError("it takes --recipient and --device, or --all alone")
        }
        try RecipientName.check(recipient)
    }

    func run() async throws {
        let memory = try store.openRecipients()
        guard let recipient, let device = try device?.read() else {
            let recipients = try await memory.confirmAll().recipients
            return Console.note("recipients whose devices were confirmed: \(recipients)")
        }
        try testKeys.check(device.bytes)
        if try await memory.mend(device, for: recipient) {
            Console.note(
                "what the store kept of the recipient was damaged: confirm every other device, too"
            )
        }
        // A person names the device (V-32).
        let isFirst = try await memory.devices(of: recipient) == RecipientDevices()
        let isNew = try await memory.confirm(device, for: recipient)
        Console.note(isNew ? "confirmed" : "it was known before")
        if isFirst { Console.note("nothing was known of this recipient before") }
    }
}
