// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

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
