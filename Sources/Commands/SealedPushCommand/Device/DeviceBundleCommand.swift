// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

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
