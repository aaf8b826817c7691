// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore

/// `sealedpush recipient list`.
struct RecipientList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the recipients that were paired, or the devices of a recipient.",
        usage: "sealedpush recipient list [--store <dir>] [--recipient <who>] [--json]",
        discussion: """
            Without --recipient, one line a recipient: confirmed, pending, unconfirmed (since a \
            restore) or empty, the number of its devices, its key, and its label.

            With --recipient, one line a device: known, unconfirmed, retired or removed, and its \
            identity in hex; pending, if it was paired and no number was typed. Only known ones are \
            sealed to.

            \(StoreEffect.nothing)

            Example:
              sealedpush recipient list --store server
            """
    )

    @OptionGroup
    var store: OwnStoreOptions

    @Option(
        help: ArgumentHelp(
            "A label or key of a paired recipient, or whom 'seal --recipient' names.",
            valueName: "who"
        )
    )
    var recipient: String?

    @Flag(help: "Print one JSON array.")
    var json = false

    func validate() throws { try RecipientName.check(recipient) }

    func run() async throws {
        let store = try store.openStore()
        if let recipient {
            try await list(recipient, in: store)
        } else {
            try list(PairedRecipients(in: store, of: self.store.sender.name))
        }
    }

    // MARK: - Recipients

    private func list(_ recipients: PairedRecipients) throws {
        let listing = try recipients.list(at: .now)
        if json {
            try Console.result(json: Self.json(of: listing.recipients))
        } else {
            for recipient in listing.recipients {
                let state = recipient.stateName
                let padding = String(repeating: " ", count: "unconfirmed".count - state.count)
                let count = counted(recipient.devices.count, "device")
                try Console.result(
                    "\(state)\(padding)  \(count)  \(recipient.key)  \(recipient.label)"
                )
            }
        }
        if let failure = listing.failures.first { throw failure }
    }

    private static func json(of recipients: [PairedRecipient]) -> [UInt8] {
        JSONWriter.array(pretty: true) { list in
            for recipient in recipients {
                list.object { object in
                    object.add("key", recipient.key)
                    object.add("label", recipient.label)
                    object.array("devices") { devices in
                        for device in recipient.devices {
                            devices.object { object in
                                object.add("device", Hex.encode(device.identity.bytes.span))
                                object.add("state", device.state.name)
                                object.add("topic", device.topic.text)
                                object.add("relay", device.relayURL)
                            }
                        }
                    }
                }
            }
        }
    }

    // MARK: - Devices

    private func list(_ recipient: String, in store: RecordStore) async throws {
        let memory = StoredSenderMemory(in: store)
        let sender = self.store.sender.name
        let paired = try await RecipientName.paired(recipient, in: store, of: sender)
        let name = paired?.key ?? recipient
        let devices = try await memory.devices(of: name)
        let pending = paired?.devices.filter(\.isPending).map(\.identity) ?? []
        var states: [(device: String, state: String)] = []
        let groups = [
            ("known", devices.known), ("unconfirmed", devices.unconfirmed),
            ("pending", pending.filter { !devices.known.contains($0) }),
            ("removed", try await memory.removedDevices(of: name)),
        ]
        for (state, group) in groups {
            for device in group {
                let isRetired = try await memory.retirement(of: device) != nil
                states.append((Hex.encode(device.bytes.span), isRetired ? "retired" : state))
            }
        }
        // A name that was mistyped has no list.
        guard paired != nil || devices.hadDevice || !states.isEmpty else {
            throw KeyError.unknownRecipient
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

extension PairedRecipient {
    /// The state of its first device that gets messages, or else of its first device.
    fileprivate var stateName: String {
        let state = (confirmed.first ?? devices.first)?.state
        return state?.name ?? "empty"
    }
}

extension PairedRecipient.State {
    fileprivate var name: String {
        switch self {
        case .pending: "pending"
        case .confirmed: "confirmed"
        case .unconfirmed: "unconfirmed"
        }
    }
}
