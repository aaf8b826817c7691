// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush device link`.
struct DeviceLinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Vouch for a further device of the same person, in two steps.",
        usage: "sealedpush device link --store <dir> (--with <device> | <offer>) [...]",
        discussion: """
            The old device offers: --with names the new one. The new device completes the offer, \
            and prints the link, for the senders of the old device. Compare the new device's \
            identity on both screens first: a linked device gets the person's messages.

            \(StoreEffect.nothing)

            Example:
              sealedpush device link --store phone --with tablet.bundle > tablet.offer
            On the new device:
              sealedpush device link --store tablet tablet.offer > tablet.link
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "The new device: \(DeviceArgument.forms).",
            valueName: "device"
        )
    )
    var with: DeviceArgument?

    @OptionGroup
    var testKeys: TestKeyOptions

    @Argument(help: "The old device's offer, or - for standard input.")
    var offer: InputFile?

    func validate() throws {
        guard (with == nil) != (offer == nil) else {
            throw ValidationError("either --with names the new device, or a file holds the offer")
        }
        if let offer { try store.refuseSharedInput(with: offer, "offer") }
    }

    func run() throws {
        if let with {
            let new = try with.read()
            try testKeys.check(new.bytes)
            let device = try DeviceKeys(in: store.openDevice())
            try Console.result(device.offerLink(to: new).text)
        } else if let offer {
            let offer = try Self.read(offer)
            try testKeys.check(offer.old.bytes)
            try Console.result(DeviceKeys(in: store.openDevice()).accept(offer).text)
        }
    }

    private static func read(_ file: InputFile) throws(CommandError) -> DeviceIdentity.LinkOffer {
        let bytes = try file.read("offer")
        do throws(WireError) {
            return try DeviceIdentity.LinkOffer(text: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandError(error, in: "offer")
        }
    }
}
