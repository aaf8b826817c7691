// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

/// `sealedpush statement apply`.
struct StatementApply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Take statements for what they say, and act on them from now on.",
        usage: "sealedpush statement apply --store <dir> [--recipient <who>] [<file>]",
        discussion: """
            In a sender's store a link makes the new device known for each recipient whom the old \
            one is known for, and a retirement ends a device for ever. In a device's store a \
            succession gives a contact its next identity, and a revocation hides its messages and \
            marks the identities that descend from it as changed. Each line counts by itself: what \
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
            "Apply a device link for this recipient alone, and say where a retired device is none"
                + " of theirs.",
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
        let senders = "links and retirements are for the stores of senders"
        let devices = "successions and revocations are for the stores of devices"
        try await statements.forEach("applied") { statement in
            switch statement {
            case .deviceLink(let link):
                return try await apply(link, store.senderMemory(senders))
            case .retirement(let retirement):
                return try await apply(retirement, store.senderMemory(senders))
            case .linkOffer:
                throw CommandError(
                    .notAuthentic,
                    name: "linkOffer",
                    "the new device has not signed this offer yet",
                    hint: "'sealedpush device link' on the new device makes it a link"
                )
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

    private func apply(
        _ link: DeviceIdentity.Link,
        _ memory: StoredSenderMemory
    ) async throws -> String {
        let isNew: Bool
        if let recipient {
            do throws(SealingError) {
                isNew = try await memory.follow(link, for: recipient)
            } catch .newDevice {
                throw Self.unknownDevice
            }
        } else {
            let effect = try await memory.follow(link)
            guard effect.recipients > 0 else { throw Self.unknownDevice }
            isNew = effect.isNew
        }
        return isNew ? "the new device is known now" : "the device was known before"
    }

    /// Retires a device for all, since a retirement knows no recipient and is kept in any case
    /// (S-8); with one that it is none of, that is told.
    private func apply(
        _ retirement: DeviceIdentity.Retirement,
        _ memory: StoredSenderMemory
    ) async throws -> String {
        let effect = try await memory.apply(retirement)
        if let recipient {
            let devices = try await memory.devices(of: recipient)
            guard devices.removed.contains(retirement.device) else {
                throw Self.retiredStranger
            }
        }
        return effect.isNew ? "the device is retired" : "the device was retired before"
    }

    private func apply(
        _ succession: SenderIdentity.Succession,
        _ contacts: ContactBook
    ) throws -> String {
        switch try contacts.follow(succession) {
        case .followed: try Self.note(on: succession, contacts)
        case .unchanged: "the succession was followed before"
        case .unknownSender:
            "the old identity is no contact, so nothing is followed: if another succession leads to"
                + " it, apply this one again after that"
        }
    }

    /// Says why the new identity has to be compared, if it has: a comparison counts for the
    /// identity that was compared.
    private static func note(
        on succession: SenderIdentity.Succession,
        _ contacts: ContactBook
    ) throws -> String {
        let old = try contacts.status(of: succession.old.bytes)?.trust
        let new = try contacts.status(of: succession.new.bytes)?.trust
        let done = "the new identity has the contact's names now"
        guard let new, new == .changed || (old, new) == (.verified, .unverified) else {
            return done
        }
        return done + ", and is \(new.rawValue): compare its safety number"
    }

    private func apply(
        _ revocation: SenderIdentity.Revocation,
        _ contacts: ContactBook
    ) throws -> String {
        switch try contacts.revoke(revocation) {
        case .revoked: "the contact is revoked"
        case .unchanged: "the identity was revoked before"
        case .unknownSender: "the identity is revoked; it is no contact"
        }
    }

    private static let unknownDevice = CommandError(
        .notSealed,
        name: "unknownDevice",
        "the old device of the link is known for no such recipient",
        hint: "it has to be sealed to, or confirmed by 'sealedpush recipient confirm', first"
    )

    private static let retiredStranger = CommandError(
        .notSealed,
        name: "unknownDevice",
        "the device is retired, but is no device of this recipient",
        hint: "the retirement is kept and counts for all; see whether it is the one that was meant"
    )
}
