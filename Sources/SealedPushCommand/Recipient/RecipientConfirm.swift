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
        usage: "sealedpush recipient confirm --store <dir> --recipient <who> --device ...",
        discussion: """
            Ask the recipient, on another way, for the identity that the device shows. Whoever is \
            confirmed gets the recipient's messages. A device that was retired or removed stays so.

            Example:
              sealedpush recipient confirm --store server --recipient bob \
                --device tablet.bundle
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var recipient: RecipientOptions

    @Option(help: ArgumentHelp("The device: \(DeviceArgument.forms).", valueName: "device"))
    var device: DeviceArgument

    @OptionGroup
    var testKeys: TestKeyOptions

    func run() async throws {
        let device = try device.read()
        try testKeys.check(device.bytes, .notSealed)
        let memory = StoredSenderMemory(in: try store.open())
        let isNew = try await memory.confirm(device, for: recipient.name)
        Console.note(isNew ? "confirmed" : "it was known before")
    }
}
