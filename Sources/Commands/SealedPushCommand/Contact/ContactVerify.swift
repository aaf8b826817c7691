// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushQRCode

/// `sealedpush contact verify`.
struct ContactVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Mark a sender as verified, by its safety number.",
        usage: """
            sealedpush contact verify --store <dir> --identity <id>
              (--number <digits> | --scanned <text>)
            """,
        discussion: """
            The number comes from the sender, on a channel that no one else can change: read out in \
            person, or scanned from its screen. It is compared in full. Another number is an \
            error and changes nothing. A candidate becomes the contact's successor by this, and gets \
            all its names and codes.

            \(StoreEffect.changes)

            Example:
              sealedpush contact verify --store phone \\
                --identity "$(cat server.identity)" \\
                --number "20431 76199 37858 25577 09321 00709
                  04324 70310 36747 41174 52718 47512"
            """
    )

    @OptionGroup
    var contact: ContactOptions

    @Option(help: ArgumentHelp("The sixty digits, spaced however.", valueName: "digits"))
    var number: String?

    @Option(help: ArgumentHelp("The text of the sender's QR code.", valueName: "text"))
    var scanned: String?

    func validate() throws {
        guard (number == nil) != (scanned == nil) else {
            throw ValidationError("give --number or --scanned")
        }
    }

    func run() throws {
        let identity = try contact.identity.read()
        let number = try readNumber()
        let store = try contact.store.openDevice()
        let device = try DeviceKeys(in: store).identity
        try ContactBook(store).verify(identity, by: number, device: device)
        Console.note("verified")
    }

    private func readNumber() throws(CommandError) -> SafetyNumber {
        if let number {
            guard let number = SafetyNumber(typed: number) else {
                throw .usage("the safety number is not sixty digits")
            }
            return number
        }
        guard let number = scanned.flatMap(SafetyNumber.init(scanned:)) else {
            throw .usage("the scanned text is no safety number")
        }
        return number
    }
}

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
    var contact: ContactOptions

    @OptionGroup
    var output: NumberOptions

    func run() throws {
        let sender = try contact.identity.read()
        let device = try DeviceKeys(in: contact.store.openDevice()).identity
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
        guard let code = QRCode(of: number.scanned) else {
            throw CommandError(.failure, name: "noCode", "the QR code can't be made")
        }
        try Console.result(number.grouped)
        if let svg {
            try OutputFile(svg.text, "picture").make(Array(code.svg.utf8))
        } else {
            let picture = code.terminal(colored: StandardStream.output.hasColor)
            try StandardStream.output.write(Array("\n\(picture)\n".utf8))
        }
    }
}
