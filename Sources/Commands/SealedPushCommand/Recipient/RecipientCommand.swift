// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore

/// `sealedpush recipient`: on which devices a sender takes a recipient to be.
struct RecipientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recipient",
        abstract: "List, rename, confirm and remove recipients and their devices.",
        discussion: """
            A recipient that 'pair' has made has a label. Of one that 'seal --recipient' names the \
            first device that is sealed to is known, and a further one is refused until a person \
            confirms it.

            Example:
              sealedpush recipient list --store server
            """,
        subcommands: [
            RecipientList.self, RecipientRename.self, RecipientConfirm.self, RecipientRemove.self,
        ]
    )
}

/// The recipient that a subcommand is about.
struct RecipientOptions: ParsableArguments {
    @Option(
        name: .customLong("recipient"),
        help: ArgumentHelp(
            "A label or key of a paired recipient, or whom 'seal --recipient' names.",
            valueName: "who"
        )
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

    /// The recipient that was paired under a label or a key; nil if none was.
    ///
    /// A name that also has a list of 'seal --recipient' is refused.
    static func paired(
        _ name: String,
        in store: RecordStore,
        of sender: String
    ) async throws -> PairedRecipient? {
        let recipient: PairedRecipient
        do throws(KeyError) {
            recipient = try PairedRecipients(in: store, of: sender).named(name, at: .now)
        } catch .unknownRecipient {
            return nil
        }
        guard recipient.key != name else { return recipient }
        let list = try await StoredSenderMemory(in: store).devices(of: name)
        guard !list.hadDevice else { throw KeyError.severalRecipients }
        return recipient
    }

    /// The name of a recipient's list of devices.
    static func ofList(
        _ name: String,
        in store: RecordStore,
        of sender: String
    ) async throws -> String {
        try await paired(name, in: store, of: sender)?.key ?? name
    }
}

/// `sealedpush recipient confirm`.
struct RecipientConfirm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Say that a device is the recipient's.",
        usage: """
            sealedpush recipient confirm [--store <dir>] --recipient <who>
              --device <device>
            sealedpush recipient confirm [--store <dir>] --all [<options>]
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
    var store: OwnStoreOptions

    @Option(
        help: ArgumentHelp(
            "A label or key of a paired recipient, or whom 'seal --recipient' names.",
            valueName: "who"
        )
    )
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
        let store = try store.openRecipients()
        let memory = StoredSenderMemory(in: store)
        guard let recipient, let device = try device?.read() else {
            let recipients = try await memory.confirmAll().recipients
            return Console.note("recipients whose devices were confirmed: \(recipients)")
        }
        try testKeys.check(device.bytes)
        let name = self.store.sender.name
        let list = try await RecipientName.ofList(recipient, in: store, of: name)
        if try await memory.mend(device, for: list) {
            Console.note(
                "what the store kept of the recipient was damaged: confirm every other device, too"
            )
        }
        // A person names the device (V-32).
        let isFirst = try await memory.devices(of: list) == RecipientDevices()
        let isNew = try await memory.confirm(device, for: list)
        Console.note(isNew ? "confirmed" : "it was known before")
        if isFirst { Console.note("nothing was known of this recipient before") }
    }
}
