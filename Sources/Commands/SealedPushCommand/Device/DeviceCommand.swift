// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys

/// `sealedpush device`: what a device that receives does, except for receiving.
struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Make a device, hand out its bundle, keep its keys fresh, and retire it.",
        discussion: """
            A device receives. Its bundle holds the public keys that senders seal to.

            Example:
              sealedpush device init --store phone --topic com.example.app
            """,
        subcommands: [
            DeviceInit.self, DeviceBundleCommand.self, DeviceAcknowledge.self, DeviceMaintain.self,
            DeviceUnfinished.self, DeviceShow.self, DeviceRetire.self, DeviceRegister.self,
            DeviceEndpoint.self, DevicePair.self,
        ]
    )
}

/// `sealedpush device init`.
struct DeviceInit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a device identity and its first prekeys.",
        usage: "sealedpush device init --store <dir> --topic <topic> [<options>]",
        discussion: """
            Makes the store if there is none, or adds the device to the store that is there. \
            Prints the device's identity in hex. Without a key option a new store gets a key file \
            in its own folder.

            \(StoreEffect.changes)

            Example:
              sealedpush device init --store phone --topic com.example.app
            With a passphrase:
              sealedpush device init --store tablet --topic com.example.app \\
                --passphrase-file secret.txt
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp("The app's bundle id: what it receives for.", valueName: "topic"),
        transform: Arguments.topic
    )
    var topic: Topic

    @OptionGroup
    var access: AccessOptions

    func run() throws {
        let identity = try store.openOrMake(access: access.class) { store in
            try DeviceKeys.create(in: store, topic: topic, now: .now)
        }
        try Console.result(
            Hex.encode(identity.bytes.span),
            ofDone: "the device is made",
            hint: "'sealedpush device show' prints its identity"
        )
    }
}

/// `sealedpush device bundle`.
struct DeviceBundleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Print the bundle that a sender seals to.",
        usage: """
            sealedpush device bundle --store <dir> [--one-time <n>] [<options>]
            sealedpush device bundle --store <dir> --offer [<options>]
            """,
        discussion: """
            A bundle is one line of text: the device's identity and public keys, signed, with a \
            check part that notices typing errors. Each of its one-time prekeys serves one \
            message, whose key is then erased. Every call makes new ones: give each bundle to one \
            sender only.

            --offer prints what a directory is to have: the reusable prekeys, and one-time ones \
            that it gives to one sender each. The same are printed again until 'sealedpush device \
            acknowledge' notes that the directory has them; 'sealedpush device maintain' makes \
            more of them.

            \(StoreEffect.changes)

            Example:
              sealedpush device bundle --store phone --one-time 10 > phone.bundle
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp("How many one-time prekeys to add, at most 255.", valueName: "n")
    )
    var oneTime = 0

    @Flag(help: "Print what a directory is to have.")
    var offer = false

    @Option(
        help: ArgumentHelp(
            "Make it as if it were then: \(TimeText.momentForms).",
            valueName: "time"
        ),
        transform: Arguments.moment
    )
    var at: Timestamp?

    func validate() throws {
        guard !offer || oneTime == 0 else {
            throw ValidationError("a directory is offered the one-time prekeys that are in stock")
        }
    }

    func run() throws {
        let device = try DeviceKeys(in: store.openDevice())
        let now = at ?? .now
        guard !offer else { return try Console.result(device.offer(at: now).text) }
        let bundle = try device.bundle(oneTime: oneTime, at: now)
        guard oneTime > 0 else { return try Console.result(bundle.text) }
        try Console.result(
            bundle.text,
            ofDone: "the one-time prekeys count as handed out",
            hint: "the same command makes others"
        )
        Console.note("give this bundle to one sender only")
    }
}

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
