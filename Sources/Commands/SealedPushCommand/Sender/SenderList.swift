// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush sender list`.
struct SenderList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the senders of the store.",
        usage: "sealedpush sender list --store <dir> [--json] [<options>]",
        discussion: """
            One line a sender: current or revoked, identity, name.

            \(StoreEffect.nothing)

            Example:
              sealedpush sender list --store server
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() throws {
        let listing = try SenderIdentities.list(in: store.openSender())
        if json {
            try Console.result(json: Self.json(of: listing.senders))
        } else {
            for sender in listing.senders {
                let state = sender.isRevoked ? "revoked" : "current"
                try Console.result("\(state)  \(sender.identity.text)  \(sender.name)")
            }
        }
        if let failure = listing.failures.first { throw failure }
    }

    private static func json(of senders: [SenderIdentities.Entry]) -> [UInt8] {
        JSONWriter.array(pretty: true) { list in
            for sender in senders {
                list.object { object in
                    object.add("name", sender.name)
                    object.add("identity", sender.identity.text)
                    object.add("revoked", sender.isRevoked)
                }
            }
        }
    }
}
