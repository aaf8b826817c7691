// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushRelayClient
import SealedPushStore

/// `sealedpush device retire`.
struct DeviceRetire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Print the statement that retires a device for ever.",
        usage: """
            sealedpush device retire --store <dir> [--device <device> | --list]
              [--relay <url> --registered <id>] [...]
            """,
        discussion: """
            A sender that applies it never seals to the device again. It is made with the device and \
            kept in backups, so a store that was restored retires the phone that was lost. \
            Nothing changes on the device itself. Where the store keeps several, --device says \
            which; --list shows them. With --relay it is handed to the relay, too, which tells the \
            device's senders: the statement itself is enough for that, without the lost phone or its \
            credential.

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

    @Option(help: ArgumentHelp("Hand it to this relay: its public URL.", valueName: "url"))
    var relay: String?

    @Option(
        help: ArgumentHelp(
            "The device's name at the relay, as 'device register' printed it.",
            valueName: "id"
        )
    )
    var registered: String?

    func validate() throws {
        guard (relay == nil) == (registered == nil) else {
            throw ValidationError("--relay and --registered belong together")
        }
        try WebOrigin.checkRelay(relay)
        guard relay == nil || !list else { throw ValidationError("either --relay or --list") }
        guard device == nil || !list else {
            throw ValidationError("either --device or --list")
        }
    }

    func run() async throws {
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
        guard let relay, let registered else { return }
        do {
            try await RelayClient(relay).publish(retirement, of: registered)
        } catch {
            throw CommandError(
                error,
                wrongBody: "that name is another device's: 'device register' printed this one's"
            )
        }
        Console.note("the relay has it, and tells the device's senders")
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
