// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys
import SealedPushStore

/// `sealedpush recipient remove`.
struct RecipientRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Say that a device is the recipient's no more, or end a whole recipient.",
        usage: """
            sealedpush recipient remove [--store <dir>] --recipient <who>
              [--device <device>]
            """,
        discussion: """
            Nothing is sealed to it for this recipient any more, and it cannot be brought back. \
            Without a retirement statement this is what a sender can do about a lost device. \
            Without --device all devices of the recipient are removed, and the recipient with them.

            \(StoreEffect.changes)

            Example:
              sealedpush recipient remove --store server --recipient bob \\
                --device phone.bundle
            """
    )

    @OptionGroup
    var store: OwnStoreOptions

    @OptionGroup
    var recipient: RecipientOptions

    @Option(
        help: ArgumentHelp(
            "The device: \(DeviceArgument.forms). Else all that there are.",
            valueName: "device"
        )
    )
    var device: DeviceArgument?

    func run() async throws {
        let device = try device?.read()
        let store = try store.openRecipients()
        let sender = self.store.sender.name
        let memory = StoredSenderMemory(in: store)
        let recipients = PairedRecipients(in: store, of: sender)
        let paired = try await RecipientName.paired(recipient.name, in: store, of: sender)
        let list = paired?.key ?? recipient.name
        guard let device else {
            var count = 0
            if let paired {
                count = try recipients.remove(paired.key, at: .now)
            } else {
                let listed = try await memory.devices(of: list).listed
                // A name that was mistyped removes no one.
                guard !listed.isEmpty else { throw KeyError.unknownRecipient }
                for device in listed where try await memory.remove(device, for: list) {
                    count += 1
                }
            }
            Console.note("removed: \(counted(count, "device"))")
            return
        }
        let wasKnown = try await memory.devices(of: list).listed.contains(device)
        let isNew = try await memory.remove(device, for: list)
        // A paired one loses its endpoint.
        if paired != nil { try recipients.settle(at: .now) }
        Console.note(isNew ? "removed" : "it was removed before")
        if isNew, !wasKnown {
            Console.note("it was not known for this recipient: see that both are the right ones")
        }
    }
}
