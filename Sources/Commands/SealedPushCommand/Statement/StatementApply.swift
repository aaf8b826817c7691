// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

/// `sealedpush statement`: what devices and senders have signed about their identities.
struct StatementCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement",
        abstract: "Apply retirements, successions and revocations.",
        discussion: """
            A statement is one line of text that says what became of an identity, signed by it. \
            Retirements of devices are for senders, successions and revocations of senders are for \
            devices. 'sealedpush inspect' shows what one says.

            Example:
              sealedpush statement apply --store server phone.retirement
            """,
        subcommands: [StatementApply.self]
    )
}

/// `sealedpush statement apply`.
struct StatementApply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Take statements for what they say, and act on them from now on.",
        usage: "sealedpush statement apply --store <dir> [--recipient <who>] [<file>]",
        discussion: """
            In a sender's store a retirement ends a device for ever. In a device's store a \
            succession makes the next identity a candidate of its contact, whose messages are \
            labelled until 'contact verify' or 'contact take', and a revocation hides the messages \
            of its identity. Each line counts by itself: what \
            can't be applied is told by its line, and the others are applied. Applying again \
            completes what a killed run began.

            \(StoreEffect.changes)

            Example:
              sealedpush statement apply --store server phone.retirement
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "Say where a retired device is none of this recipient's.",
            valueName: "who"
        )
    )
    var recipient: String?

    @Argument(help: "The statements, one a line, or - for standard input.")
    var file: InputFile = .standardInput

    func validate() throws {
        try store.refuseSharedInput(with: file, "statement")
        try RecipientName.check(recipient)
    }

    func run() async throws {
        let statements = try StatementFile(file)
        let store = try store.open()
        let senders = "retirements are for the stores of senders"
        let devices = "successions and revocations are for the stores of devices"
        try await statements.forEach("applied") { statement in
            switch statement {
            case .retirement(let retirement):
                return try await apply(retirement, store.senderMemory(senders))
            case .subscription:
                throw CommandError(
                    .notAuthentic,
                    name: "subscription",
                    "a subscription is for the sender's backend, and changes no store",
                    hint: "the backend gives it to its sidecar: 'PUT /v1/recipients/<code>'"
                )
            case .succession(let succession):
                return try apply(succession, store.contacts(devices))
            case .revocation(let revocation):
                return try apply(revocation, store.contacts(devices))
            }
        }
    }

    /// Retires a device for all, since a retirement knows no recipient and is kept in any case
    /// (V-27); with one that it is none of, that is told.
    private func apply(
        _ retirement: DeviceIdentity.Retirement,
        _ memory: StoredSenderMemory
    ) async throws -> String {
        let effect = try await memory.apply(retirement)
        if let recipient {
            guard try await memory.isRemoved(retirement.device, for: recipient) else {
                throw Self.retiredStranger
            }
        }
        return effect.isNew ? "the device is retired" : "the device was retired before"
    }

    private func apply(
        _ succession: SenderIdentity.Succession,
        _ contacts: ContactBook
    ) throws -> String {
        switch try contacts.apply(succession) {
        case .named:
            return "the new identity is a candidate of the contact, and labelled: 'contact verify'"
                + " it by its safety number, or 'contact take' it"
        case .unchanged: return "the succession was applied before"
        case .unknownSender:
            return "the old identity is neither a contact nor a candidate, so nothing was kept: add"
                + " the contact, then apply the succession again"
        case .decided:
            throw Self.refused(
                "decidedBefore",
                "the new identity is a contact or another one's candidate, or was removed or"
                    + " blocked, and gets nothing",
                "if it is the contact's next identity, ask on another way, and 'sealedpush contact"
                    + " add' it"
            )
        case .hasSuccessor:
            throw Self.refused(
                "hasSuccessor",
                "the contact has a successor already, which stays",
                "'sealedpush contact show' names it; ask on another way who is right"
            )
        case .tooManyCandidates:
            throw Self.refused(
                "tooManyCandidates",
                "the contact has 8 candidates already",
                "an attacker may have the contact's key: ask on another way, then 'sealedpush"
                    + " contact verify' the right one, or 'contact remove' the wrong ones"
            )
        }
    }

    private static func refused(_ name: String, _ message: String, _ hint: String) -> CommandError {
        CommandError(.senderNotAccepted, name: name, message, hint: hint)
    }

    private func apply(
        _ revocation: SenderIdentity.Revocation,
        _ contacts: ContactBook
    ) throws -> String {
        switch try contacts.apply(revocation) {
        case .revoked: "the identity is revoked: none of its messages is shown"
        case .unchanged: "the identity was revoked before"
        case .unknownSender: "the identity is revoked; it is neither a contact nor a candidate"
        }
    }

    private static let retiredStranger = CommandError(
        .notSealed,
        name: "unknownDevice",
        "the device is retired, but is no device of this recipient",
        hint: "the retirement is kept and counts for all; see whether it is the one that was meant"
    )
}
