// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush contact number`.
struct ContactNumber: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "number",
        abstract: "Print the safety number of a sender and this device.",
        usage: "sealedpush contact number --store <dir> --identity <id> [--svg <file>]",
        discussion: """
            Sixty digits in twelve groups, and below them the same as a QR code. The sender has \
            the same number: 'sealedpush sender number' prints it.

            \(StoreEffect.nothing)

            Example:
              sealedpush contact number --store phone \\
                --identity "$(cat server.identity)"
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var identity: IdentityOptions

    @OptionGroup
    var output: NumberOptions

    func run() throws {
        let sender = try identity.read()
        let device = try DeviceKeys(in: store.openDevice()).identity
        try output.print(sender: sender, device: device)
    }
}

/// How a safety number is shown.
struct NumberOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the QR code to this file, as SVG, instead; it must not be there yet.",
            valueName: "file"
        )
    )
    var svg: NamedPath?

    func print(sender: SenderIdentity, device: DeviceIdentity) throws {
        let number: SafetyNumber
        do throws(WireError) {
            number = try SafetyNumber(sender: sender, device: device)
        } catch {
            throw CommandError.usage("the sender and the device have the same key")
        }
        let code = try QRCode(of: number.scanned)
        try Console.result(number.grouped)
        if let svg {
            try code.writeSVG(to: svg.text)
        } else {
            let picture = code.text(colored: StandardStream.output.hasColor)
            try StandardStream.output.write(Array("\n\(picture)\n".utf8))
        }
    }
}
