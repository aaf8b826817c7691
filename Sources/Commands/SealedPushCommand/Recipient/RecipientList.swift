// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys

/// `sealedpush recipient list`.
struct RecipientList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the devices that are known of a recipient.",
        usage: "sealedpush recipient list --store <dir> --recipient <who> [--json] [...]",
        discussion: """
            One line a device: known, unconfirmed (since a restore), retired or removed, and its \
            identity in hex. Only known ones are sealed to.

            \(StoreEffect.nothing)

            Example:
              sealedpush recipient list --store server --recipient bob
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var recipient: RecipientOptions

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() async throws {
        let memory = StoredSenderMemory(in: try store.openSender())
        let devices = try await memory.devices(of: recipient.name)
        var states: [(device: String, state: String)] = []
        let groups = [
            ("known", devices.known), ("unconfirmed", devices.unconfirmed),
            ("removed", try await memory.removedDevices(of: recipient.name)),
        ]
        for (state, group) in groups {
            for device in group {
                let isRetired = try await memory.retirement(of: device) != nil
                states.append((Hex.encode(device.bytes.span), isRetired ? "retired" : state))
            }
        }
        guard json else {
            for (device, state) in states {
                let padding = String(repeating: " ", count: "unconfirmed".count - state.count)
                try Console.result("\(state)\(padding)  \(device)")
            }
            return
        }
        let list = JSONWriter.array(pretty: true) { list in
            for (device, state) in states {
                list.object { object in
                    object.add("device", device)
                    object.add("state", state)
                }
            }
        }
        try Console.result(json: list)
    }
}
