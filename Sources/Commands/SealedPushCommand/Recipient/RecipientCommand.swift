// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys

/// `sealedpush recipient`: on which devices a sender takes a recipient to be.
struct RecipientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recipient",
        abstract: "List, confirm and remove the devices of whom is sealed to.",
        discussion: """
            The first device that is sealed to with 'seal --recipient' is known. A further one is \
            refused until a person confirms it.

            Example:
              sealedpush recipient list --store server --recipient bob
            """,
        subcommands: [RecipientList.self, RecipientConfirm.self, RecipientRemove.self]
    )
}

/// The recipient that a subcommand is about.
struct RecipientOptions: ParsableArguments {
    @Option(
        name: .customLong("recipient"),
        help: ArgumentHelp("Whom 'seal --recipient' names.", valueName: "who")
    )
    var name: String

    func validate() throws { try RecipientName.check(name) }
}

/// What a recipient may be called: the same on the command line as in a directory.
enum RecipientName {
    /// Refuses a name that a directory has no folder for, as of a variable that is not set: all
    /// recipients would share its list.
    static func check(_ name: String?) throws(ValidationError) {
        guard let name else { return }
        do throws(ContactError) {
            try ContactText.check(code: name)
        } catch {
            throw ValidationError(
                "--recipient takes 1 to 64 bytes without control characters and line breaks"
            )
        }
    }
}

/// `sealedpush recipient list`.
struct RecipientList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the devices that are known of a recipient.",
        usage: "sealedpush recipient list --store <dir> --recipient <who> [--json] [...]",
        discussion: """
            One line a device: known, unconfirmed (since a restore), retired or removed, and its \
            identity in hex. Only known ones are sealed to.

            \(StoreEffect.nothing)

            Example:
              sealedpush recipient list --store server --recipient bob
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var recipient: RecipientOptions

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() async throws {
        let memory = StoredSenderMemory(in: try store.openSender())
        let devices = try await memory.devices(of: recipient.name)
        var states: [(device: String, state: String)] = []
        let groups = [
            ("known", devices.known), ("unconfirmed", devices.unconfirmed),
            ("removed", try await memory.removedDevices(of: recipient.name)),
        ]
        for (state, group) in groups {
            for device in group {
                let isRetired = try await memory.retirement(of: device) != nil
                states.append((Hex.encode(device.bytes.span), isRetired ? "retired" : state))
            }
        }
        guard json else {
            for (device, state) in states {
                let padding = String(repeating: " ", count: "unconfirmed".count - state.count)
                try Console.result("\(state)\(padding)  \(device)")
            }
            return
        }
        let list = JSONWriter.array(pretty: true) { list in
            for (device, state) in states {
                list.object { object in
                    object.add("device", device)
                    object.add("state", state)
                }
            }
        }
        try Console.result(json: list)
    }
}

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
