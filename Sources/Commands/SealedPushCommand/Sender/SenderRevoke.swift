// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys
import SealedPushStore

/// `sealedpush sender revoke`.
struct SenderRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "End a sender, or its earlier identities, for ever: a key may be in other hands.",
        usage: """
            sealedpush sender revoke --store <dir> --yes [--earlier] [--as <name>]
              [<options>]
            """,
        discussion: """
            Prints the statement by which the identity ends itself. Nothing is sealed with it any \
            more, nothing comes after it, and devices that apply the statement show nothing of \
            it. There is no way back: to replace a key that was not stolen, use \
            'sender succeed'.

            With --earlier the name and its current identity stay. The revocations of all earlier \
            identities, which 'sender succeed' has kept, are published: printed, and sent along by \
            'seal'. It is for an old key that may be in other hands, as of a colleague who leaves: \
            first 'sender succeed', then this. Do not run it after a plain rotation: messages \
            of the old key that are on their way would not be shown.

            \(StoreEffect.changes)

            Example:
              sealedpush sender revoke --store server --yes > server.revocation
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    @Flag(help: "Revoke the name's earlier identities, not its current one.")
    var earlier = false

    @Flag(help: "Yes, for ever.")
    var yes = false

    func validate() throws {
        guard yes else {
            throw ValidationError("a revocation is final: say --yes if it is what you want")
        }
    }

    func run() throws {
        let store = try store.openSender()
        guard !earlier else { return try revokeEarlier(in: store) }
        let revocation = try SenderIdentities.revoke(named: sender.name, in: store, at: .now)
        try Console.result(
            revocation.text,
            ofDone: "the identity is revoked",
            hint: "'sealedpush sender statements\(sender.inHint)' prints the statement"
        )
    }

    private func revokeEarlier(in store: RecordStore) throws {
        let revocations = try SenderIdentities.revokeEarlier(
            named: sender.name,
            in: store,
            at: .now
        )
        guard !revocations.isEmpty else {
            throw CommandError(
                .usage,
                name: "noEarlierIdentity",
                "the sender has no earlier identity",
                hint: "first 'sealedpush sender succeed\(sender.inHint)' gives it its next one"
            )
        }
        try Console.result(
            revocations.map(\.text).joined(separator: "\n"),
            ofDone: "the earlier identities are revoked",
            hint: "'sealedpush sender statements\(sender.inHint)' prints the statements"
        )
    }
}
