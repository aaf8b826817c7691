// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import CommandShell
import SealedPush
import SealedPushKeys
import SealedPushQRCode
package import SealedPushRelayClient
import SealedPushSender

/// `sealedpush pair`.
struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Show a code that a phone scans, and make the phone a recipient.",
        usage: """
            sealedpush pair [--store <dir>] --relay <url> --name <name> [--to <who>]
              [--app-link <url>] [--yes] [--link] [<options>]
            """,
        discussion: """
            The code stands on standard error if that is a terminal, and its link below it. The \
            phone answers within 10 minutes, and shows a number, which a person types here: so it \
            is this person's phone, and not one of another person who saw the code. With a wrong \
            number, or none, nothing is paired.

            The phone is a recipient of its own, under its own name, unless --to names one that it \
            joins. The store and its sender are made if need be, as 'sender init' makes them.

            A signal withdraws the pairing. If the run is killed, what is left of it is deleted \
            within a day, or by the next run.

            \(StoreEffect.changes)

            Example:
              sealedpush pair --relay https://relay.example --name "Build server"
            """
    )

    @OptionGroup
    var store: OwnStoreOptions

    @Option(help: ArgumentHelp("The public URL of the phone's relay.", valueName: "url"))
    var relay: String

    @Option(
        help: ArgumentHelp(
            "What the sender calls itself, which the phone shows: 1 to 32 bytes.",
            valueName: "name"
        )
    )
    var name: String

    @Option(
        help: ArgumentHelp(
            "The recipient whose phone it is, by its label: it gets another device, or this"
                + " device another endpoint.",
            valueName: "who"
        )
    )
    var to: String?

    @Option(
        name: .customLong("app-link"),
        help: ArgumentHelp(
            "Show a link that opens the app, at this https URL of the app.",
            valueName: "url"
        )
    )
    var page: String?

    @Flag(help: "Ask for no number: the first phone that answers is paired, the right one or not.")
    var yes = false

    @Flag(help: "Print the link on standard output, where nothing else is printed.")
    var link = false

    func validate() throws {
        try WebOrigin.checkRelay(relay)
        guard store.key.passphraseFile?.isStandardInput != true else {
            throw ValidationError("standard input is for the number: the passphrase needs a file")
        }
        guard yes || StandardStream.input.isTerminal else {
            throw ValidationError("the number is typed at a terminal: without one give --yes")
        }
        guard link || StandardStream.errors.isTerminal else {
            throw ValidationError("the code needs a terminal: without one give --link")
        }
    }

    func run() async throws {
        let sender = try store.openOrMakeSender()
        let joined = try to.map { name throws(KeyError) in try sender.recipient(named: name) }
        // The first signal withdraws what is pending, the second one ends the process.
        let work = Task { try await pair(sender, joined) }
        let signals = EndSignals { work.cancel() }
        defer { signals.release() }
        try await work.value
    }

    private func pair(_ sender: Sender, _ joined: PairedRecipient?) async throws {
        let pairing = try await sender.pair(at: relay, as: name, joining: joined)
        try show(pairing.link)
        var notes = WaitingNotes()
        let phone = try await pairing.answer { progress in
            for note in notes.notes(on: progress) { Console.note(note) }
        }
        if phone.message == .uncertain {
            Console.note("it is not sure that the phone has the message: it may show no number yet")
        }
        try await confirm(phone)
        let label = phone.recipient.label
        Console.note("\(phone.name) is paired" + (label == phone.name ? "" : " as \(label)"))
    }

    private func show(_ link: PairingLink) throws(CommandError) {
        guard let text = page.map({ link.text(at: $0) }) ?? link.text else {
            throw .usage("--app-link has to be an https URL without #")
        }
        if self.link { try Console.result(text) }
        let errors = StandardStream.errors
        guard errors.isTerminal else { return }
        // Lines that break can't be read by a camera; the link can be typed or sent.
        let code = link.terminal(
            colored: errors.hasColor,
            columns: errors.columns ?? 80,
            at: page
        )
        if let code { Console.draw(code) } else { Console.note("the code needs a wider terminal") }
        Console.tell(text)
        Console.tell("Scan it with the app, within 10 minutes.")
    }

    /// Lets a person decide, and forgets the phone if there is no decision.
    private func confirm(_ phone: PairedDevice) async throws {
        guard !yes else { return try await phone.confirmUnseen() }
        let number: PairingNumber?
        do {
            number = try await Self.askForNumber()
        } catch {
            try await phone.confirm(number: nil)
            throw error
        }
        guard try await phone.confirm(number: number) == .takenBack else { return }
        guard !Task.isCancelled else { throw PairingError.cancelled }
        throw CommandError(
            .senderNotAccepted,
            name: "noNumber",
            "no number of two digits was typed, so nothing is paired",
            hint: "run it again for a new code"
        )
    }

    /// The number that a person types; nil for none, or if a signal has come.
    ///
    /// The phone's name is not told before: a stranger's phone could be named after its own number.
    private static func askForNumber() async throws -> PairingNumber? {
        let lines = try InputLines(
            .standardInput,
            "number",
            upTo: 64,
            skippingBlankLines: false
        )
        Console.ask("A phone has answered. Which number does your phone show? ")
        let line = try await withTaskCancellationHandler {
            try await lines.next()
        } onCancel: {
            lines.stop()
        }
        guard !Task.isCancelled else { return nil }
        return (line?.bytes).flatMap { PairingNumber(typed: String(decoding: $0, as: UTF8.self)) }
    }
}

/// Decides what a person is told who waits for a phone.
struct WaitingNotes {
    /// The minutes that were left when it was told last.
    private var minutes = PairingProgress.minutes
    private var failure: String?

    /// What is new: a fault of the relay, and each minute that is over.
    mutating func notes(on progress: PairingProgress) -> [String] {
        var notes: [String] = []
        let failure = progress.failure?.message
        if let failure, failure != self.failure { notes.append("\(failure); it is asked again") }
        self.failure = failure
        let left = Int((progress.left.components.seconds + 59) / 60)
        if left < minutes, left > 0 {
            minutes = left
            notes.append("no phone has answered yet; \(counted(left, "minute")) left")
        }
        return notes
    }
}

extension PairingProgress {
    /// The minutes for which a code is shown.
    fileprivate static let minutes = 10
}

extension PairingError: CommandFailure {
    package var status: ExitStatus {
        switch self {
        case .wrongURL, .nameRefused: .usage
        case .unreachable, .relay(.later), .relay(.unanswered): .later
        case .noDrops, .noAnswer, .deviceEnded, .relay, .wrongClock: .rejected
        case .endpointTaken, .wrongNumber, .deviceRetired, .senderEnded: .senderNotAccepted
        case .otherDevice: .notAuthentic
        case .sealing(let error): ExitStatus(error)
        case .store(let error): ExitStatus(error)
        default: .failure
        }
    }

    package var hint: String? {
        switch self {
        case .unreachable: "check its name, the network, and its certificate"
        case .noDrops: "--relay takes the URL of the relay at which the phone's app is registered"
        case .senderEnded: "run it again: the next code is of the sender's identity now"
        case .endpointTaken: "run it again, where others can't see the screen"
        case .wrongClock: "set the clock that is wrong, and run it again"
        case .wrongNumber:
            "nothing is paired: run it again, and if your phone showed no number, another"
                + " person saw the code"
        case .deviceRetired: "a phone that is back in use makes a new device"
        case .sealing(let error): error.hint
        case .store(let error): error.hint
        default: nil
        }
    }
}
