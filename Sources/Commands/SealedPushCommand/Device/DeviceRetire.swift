// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore

/// `sealedpush device retire`.
struct DeviceRetire: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Print the statement that retires a device for ever.",
        usage: "sealedpush device retire --store <dir> [--device <device> | --list] [...]",
        discussion: """
            A sender that applies it never seals to the device again. It is made with the device and \
            kept in backups, so a store that was restored retires the phone that was lost. \
            Nothing changes on the device itself. Where the store keeps several, --device says \
            which; --list shows them.

            \(StoreEffect.nothing)

            Example:
              sealedpush device retire --store restored > phone.retirement
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(help: ArgumentHelp("The device: \(DeviceArgument.forms).", valueName: "device"))
    var device: DeviceArgument?

    @Flag(help: "List the devices that can be retired.")
    var list = false

    func validate() throws {
        guard device == nil || !list else {
            throw ValidationError("either --device or --list")
        }
    }

    func run() throws {
        let store = try store.openDevice()
        let kept = try DeviceKeys.retirements(in: store)
        if list {
            let own = try ownIdentity(in: store)
            for retirement in kept {
                let which =
                    switch own {
                    case nil: "this device or an earlier one: its identity is missing or damaged"
                    case retirement.device: "this device"
                    default: "an earlier device"
                    }
                try Console.result("\(Hex.encode(retirement.device.bytes.span))  \(which)")
            }
            return
        }
        let wanted = try device?.read()
        let found = kept.filter { wanted == nil || $0.device == wanted }
        guard let retirement = found.first else { throw KeyError.noRetirement }
        guard found.count == 1 else {
            throw CommandError.usage(
                "the store keeps the retirements of \(found.count) devices",
                hint: "--list shows them, --device says which"
            )
        }
        try Console.result(retirement.text)
    }

    /// The device's identity, nil where it is lost for good.
    private func ownIdentity(in store: RecordStore) throws(KeyError) -> DeviceIdentity? {
        do throws(KeyError) {
            return try DeviceKeys(in: store).identity
        } catch .noDevice, .deviceDamaged {
            return nil
        }
    }
}
