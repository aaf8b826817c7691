// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushSender

/// `sealedpush directory`.
struct DirectoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "directory",
        abstract: "Keep a folder of bundles, and give each one-time prekey to one sender.",
        discussion: """
            The folder holds <code>/<device>.bundle for each device, and beside it what was given \
            out. Several processes may use it at once.

            Example:
              sealedpush directory add --directory recipients --recipient bob offer.bundle
            """,
        subcommands: [
            DirectoryAdd.self, DirectoryClaim.self, DirectoryRetire.self, DirectoryRemove.self,
        ]
    )
}

/// Which folder, and whose devices.
struct DirectoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder of bundles, <dir>/<code>/*.bundle.", valueName: "dir")
    )
    var directory: NamedPath

    @Option(help: ArgumentHelp("Whom the devices belong to.", valueName: "who"))
    var recipient: String

    func validate() throws {
        try RecipientName.check(recipient)
    }

    var folder: DirectoryFolder { DirectoryFolder(at: directory.text, of: recipient) }
}

/// `sealedpush directory add`.
struct DirectoryAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Take what a device offers, beside what is left of earlier offers.",
        usage: "sealedpush directory add --directory <dir> --recipient <who> [<offer>]",
        discussion: """
            Prints how many prekeys are new. The newest reusable prekey stays; one-time prekeys \
            that were given out or are revoked are passed over. Then note on the device \
            that the directory has the offer ('sealedpush device acknowledge').

            \(StoreEffect.noStore)

            Example:
              sealedpush directory add --directory recipients --recipient bob offer.bundle
            """
    )

    @OptionGroup
    var options: DirectoryOptions

    @OptionGroup
    var testKeys: TestKeyOptions

    @Argument(help: "What 'sealedpush device bundle --offer' printed, or - for standard input.")
    var offer: InputFile = .standardInput

    func run() throws {
        let offer = try offer.readBundle()
        try testKeys.check(offer.device.bytes)
        let (count, kept) = try options.folder.change(offer.device, orMake: offer) {
            stock throws(DirectoryError) in
            (try stock.add(offer, at: .now), stock.bundle.records)
        }
        try Console.result(
            String(count),
            ofDone: "the folder has the offer",
            hint: "'sealedpush directory add' once more prints 0"
        )
        if let reusable = offer.reusable, !kept.contains(reusable) {
            Console.note(
                "the folder has another reusable prekey, of the same epoch or a later one: if the"
                    + " device's store is an old copy, 'sealedpush device maintain --rotate' makes a"
                    + " later one"
            )
        }
    }
}

/// `sealedpush directory claim`.
struct DirectoryClaim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "claim",
        abstract: "Give a bundle to one sender: no other sender gets its one-time prekeys.",
        usage: """
            sealedpush directory claim --directory <dir> --recipient <who> [...]
            """,
        discussion: """
            Prints a bundle with the newest reusable prekey and up to <n> one-time ones, which leave \
            the folder. Where fewer are left, a note says so: the device makes more ('sealedpush \
            device maintain'). 'seal --directory' takes its one-time prekeys the same way. Of a \
            device that is retired nothing is given.

            \(StoreEffect.noStore)

            Example:
              sealedpush directory claim --directory recipients --recipient bob > bob.bundle
            """
    )

    @OptionGroup
    var options: DirectoryOptions

    @Option(help: ArgumentHelp("The device: \(DeviceArgument.forms).", valueName: "device"))
    var device: DeviceArgument?

    @Option(help: ArgumentHelp("How many one-time prekeys, at most 255.", valueName: "n"))
    var oneTime = 1

    func validate() throws {
        guard (0..<DeviceBundle.maximumRecords).contains(oneTime) else {
            throw ValidationError("--one-time is 0 to \(DeviceBundle.maximumRecords - 1)")
        }
    }

    func run() throws {
        let folder = options.folder
        let device = try device?.read() ?? folder.onlyDevice()
        let bundle = try folder.change(device) { stock throws(DirectoryError) in
            try stock.claim(oneTime, at: .now)
        }
        try Console.result(
            bundle.text,
            ofDone: "the prekeys are given out",
            hint: "the next claim gives others"
        )
        let given = bundle.records.count - 1
        if given < oneTime {
            Console.note(
                "\(given) one-time prekeys were left: 'sealedpush device maintain' makes more"
            )
        }
    }
}

/// `sealedpush directory retire`.
struct DirectoryRetire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Tell every sender that asks the folder that a device is retired.",
        usage: "sealedpush directory retire --directory <dir> --recipient <who> [<file>]",
        discussion: """
            Takes what 'sealedpush device retire' prints, one statement a line, and keeps it beside \
            the device's bundle. A sender that asks the folder no longer seals to the device, and \
            one that has sealed to it before remembers that for ever.

            \(StoreEffect.noStore)

            Example:
              sealedpush directory retire --directory recipients --recipient bob \\
                phone.retirement
            """
    )

    @OptionGroup
    var options: DirectoryOptions

    @Argument(help: "The statements, one a line, or - for standard input.")
    var file: InputFile = .standardInput

    func run() async throws {
        try await StatementFile(file).forEach("taken") { statement in
            guard case .retirement(let retirement) = statement else {
                throw CommandError(
                    .notAuthentic,
                    name: "wrongPrefix",
                    "the statement is no retirement (wrongPrefix)"
                )
            }
            try options.folder.retire(retirement)
            return "senders that ask the folder learn that the device is retired"
        }
    }
}

/// `sealedpush directory remove`.
struct DirectoryRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a device out, which was lost or retired.",
        usage: "sealedpush directory remove --directory <dir> --recipient <who> ...",
        discussion: """
            Senders that ask the folder no longer find it. That it is retired they learn by its \
            statement, before ('sealedpush directory retire') or of you ('sealedpush statement apply').

            \(StoreEffect.noStore)

            Example:
              sealedpush directory remove --directory recipients --recipient bob \\
                --device phone.bundle
            """
    )

    @OptionGroup
    var options: DirectoryOptions

    @Option(help: ArgumentHelp("The device: \(DeviceArgument.forms).", valueName: "device"))
    var device: DeviceArgument

    func run() throws {
        try options.folder.remove(device.read())
        Console.note("removed")
    }
}
