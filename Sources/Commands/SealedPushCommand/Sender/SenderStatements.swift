// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys
import SealedPushStore

/// `sealedpush sender statements`.
struct SenderStatements: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statements",
        abstract: "Print what a sender has signed about its identities.",
        usage: "sealedpush sender statements --store <dir> [--as <name>] [<options>]",
        discussion: """
            One line a statement, the oldest first: the successions, and the revocations that were \
            published. A device that has missed some applies them all. 'seal' sends the newest \
            along.

            \(StoreEffect.nothing)

            Example:
              sealedpush sender statements --store server > server.statements
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    func run() throws {
        let statements = try SenderIdentities.statements(named: sender.name, in: store.openSender())
        for text in statements.texts { try Console.result(text) }
    }
}

/// `sealedpush sender succeed`.
struct SenderSucceed: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "succeed",
        abstract: "Give a sender its next identity.",
        usage: "sealedpush sender succeed --store <dir> [--as <name>] [<options>]",
        discussion: """
            Makes a new identity, which the name stands for from then on, prints the statement \
            by which the old one names it, and erases the old private key. On devices that learn \
            of it the new identity is shown with a label until a person or the app takes it. \
            Messages of the new one bring the statement along where there is room. Make a new \
            backup, and destroy the earlier ones: they have the old key. Where the last statement \
            could not be printed, that one is printed, and no further identity made.

            If the old key may be in other hands, run 'sender revoke --earlier' after this.

            \(StoreEffect.changes)

            Example:
              sealedpush sender succeed --store server > server.succession
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    func run() throws {
        let store = try store.openSender()
        let statements = "'sealedpush sender statements\(sender.inHint)'"
        try SenderIdentities.succeed(named: sender.name, in: store, at: .now) { succession, isNew in
            if !isNew {
                Console.note(
                    "the last succession may not have been shown: this is it, and no other is made; once"
                        + " more makes the next"
                )
            }
            try Console.result(
                succession.text,
                ofDone: "the name stands for its next identity",
                hint: "the same command, or \(statements), prints the statement"
            )
        }
        Console.note("printed again by \(statements)")
        Console.note(
            "the old key is erased here: make a new backup ('sealedpush store backup') and destroy"
                + " those made before, which have the old key and not the new one"
        )
    }
}

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

/// `sealedpush sender maintain`.
struct SenderMaintain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "maintain",
        abstract: "Clear away what senders noted of prekeys that have ended.",
        usage: "sealedpush sender maintain --store <dir> [<options>]",
        discussion: """
            Each message to a one-time prekey leaves a note, so that no prekey is used twice. \
            After the prekey has expired, the second run that sees this removes the note, at \
            least 20 hours after the first. Run it once a day, from cron or a timer, also while \
            others seal. A store that has a device, too, needs 'sealedpush device maintain' only. \
            --at counts as a time of the clock.

            \(StoreEffect.changes)

            Example:
              sealedpush sender maintain --store server
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var time: TimeOptions

    func run() throws {
        let store = try store.openSender()
        try SenderIdentities.checkPresence(in: store)
        let notes = try StoredSenderMemory(in: store).forgetEnded(at: time.now)
        var failures: [KeyError] = []
        for sender in try SenderIdentities.list(in: store).senders {
            failures += try PairedRecipients(in: store, of: sender.name).settle(at: time.now)
        }
        try Console.result(MaintenanceResult.line(cleared: notes) ?? "nothing was due")
        // One that is damaged has kept no other from its due.
        if let failure = failures.first { throw failure }
    }
}
