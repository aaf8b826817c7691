// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush sender`: what a sender has before it seals.
struct SenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sender",
        abstract: "Make senders, print their identities and numbers, replace and end them.",
        discussion: """
            A sender is a server, or a person's device. Devices know it by its identity. A store \
            may have several, each under a name of its own.

            Example:
              sealedpush sender init --store server
            """,
        subcommands: [
            SenderInit.self, SenderIdentityCommand.self, SenderNumber.self, SenderList.self,
            SenderSucceed.self, SenderRevoke.self, SenderStatements.self, SenderMaintain.self,
        ]
    )
}

/// Which of a store's senders a subcommand is about.
struct SenderOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Which sender of the store; the name never leaves it.",
            valueName: "name"
        )
    )
    var name = SenderIdentities.defaultName

    /// What a hint has behind a subcommand for the same sender; it holds no name.
    var inHint: String { name == SenderIdentities.defaultName ? "" : " --as ..." }
}

/// `sealedpush sender init`.
struct SenderInit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a sender identity.",
        usage: "sealedpush sender init --store <dir> [--as <name>] [<options>]",
        discussion: """
            Makes the store if there is none, or adds the sender to the store that is there. \
            Prints the sender's identity, which devices add as a contact. Without a key option a \
            new store gets a key file in its own folder.

            \(StoreEffect.changes)

            Example:
              sealedpush sender init --store server > server.identity
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    func run() throws {
        let keys = try store.openOrMake { store in
            try SenderIdentities.create(named: sender.name, in: store)
        }
        try Console.result(
            keys.identity.text,
            ofDone: "the sender is made",
            hint: "'sealedpush sender identity\(sender.inHint)' prints its identity"
        )
    }
}

/// `sealedpush sender list`.
struct SenderList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the senders of the store.",
        usage: "sealedpush sender list --store <dir> [--json] [<options>]",
        discussion: """
            One line a sender: current or revoked, identity, name.

            \(StoreEffect.nothing)

            Example:
              sealedpush sender list --store server
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() throws {
        let listing = try SenderIdentities.list(in: store.openSender())
        if json {
            try Console.result(json: Self.json(of: listing.senders))
        } else {
            for sender in listing.senders {
                let state = sender.isRevoked ? "revoked" : "current"
                try Console.result("\(state)  \(sender.identity.text)  \(sender.name)")
            }
        }
        if let failure = listing.failures.first { throw failure }
    }

    private static func json(of senders: [SenderIdentities.Entry]) -> [UInt8] {
        JSONWriter.array(pretty: true) { list in
            for sender in senders {
                list.object { object in
                    object.add("name", sender.name)
                    object.add("identity", sender.identity.text)
                    object.add("revoked", sender.isRevoked)
                }
            }
        }
    }
}

/// `sealedpush sender identity`.
struct SenderIdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "Print the sender's identity.",
        usage: "sealedpush sender identity --store <dir> [--as <name>] [<options>]",
        discussion: """
            One line of text, which devices add as a contact; its check part notices typing errors.

            \(StoreEffect.nothing)

            Example:
              sealedpush sender identity --store server
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    func run() throws {
        let keys = try SenderIdentities.load(named: sender.name, from: store.openSender())
        try Console.result(keys.identity.text)
    }
}

/// `sealedpush sender number`.
struct SenderNumber: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "number",
        abstract: "Print the safety number of this sender and a device.",
        usage: "sealedpush sender number --store <dir> [--as <name>] --to <file>",
        discussion: """
            Sixty digits in twelve groups, and below them the same as a QR code. The device's \
            owner compares them with what 'sealedpush contact number' prints there.

            \(StoreEffect.nothing)

            Example:
              sealedpush sender number --store server --to phone.bundle
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    @Option(help: ArgumentHelp("The device's bundle.", valueName: "file"))
    var to: InputFile

    @OptionGroup
    var output: NumberOptions

    func validate() throws {
        try store.refuseSharedInput(with: to, "bundle")
    }

    func run() throws {
        let keys = try SenderIdentities.load(named: sender.name, from: store.openSender())
        let sender = keys.identity
        let text = String(decoding: try to.read("bundle"), as: UTF8.self)
        let device: DeviceIdentity
        do throws(WireError) {
            device = try DeviceBundle(text: text).device
        } catch {
            throw CommandError(error, in: "bundle")
        }
        try output.print(sender: sender, device: device)
    }
}
