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
            number, or none, nothing is paired. In a terminal that the code does not fit into, the \
            link alone is shown.

            The phone is a recipient of its own, under its own name, unless --to names one that it \
            joins. The store and its sender are made if need be, as 'sender init' makes them.

            A signal withdraws the pairing, and then ends the command as it ends any other. If the \
            run is killed, what is left of it is deleted within a day, or by the next run.

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
        guard !store.readsStandardInput else {
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
        let (sender, hasNewFolderKey) = try store.openOrMakeSender()
        // The first signal withdraws what is pending, the second one ends the process.
        let work = Task {
            // Behind the code, of which no row is to be lost.
            defer { if hasNewFolderKey { StoreOptions.explainFolderKey() } }
            let joined = try to.map { name throws(KeyError) in try sender.recipient(named: name) }
            try await pair(sender, joined)
        }
        let signals = EndSignals { work.cancel() }
        defer { signals.release() }
        do {
            try await work.value
        } catch PairingError.cancelled {
            Console.report(CommandError(PairingError.cancelled))
            signals.endProcess()
        }
    }

    private func pair(_ sender: Sender, _ joined: PairedRecipient?) async throws {
        let pairing = try await sender.pair(at: relay, as: name, joining: joined)
        var notes = WaitingNotes(tellsMinutes: try show(pairing.link))
        let phone = try await pairing.answer { progress in
            for note in notes.notes(on: progress) { Console.note(note) }
        }
        do {
            try await confirm(phone)
        } catch {
            Self.tellOfEarlierPairing(of: phone, to: sender)
            throw error
        }
        if phone.message == .uncertain {
            Console.note("the relay has not said that it has the message: the next one pairs it")
        }
        let label = phone.recipient.label
        Console.note("\(phone.name) is paired" + (label == phone.name ? "" : " as \(label)"))
    }

    /// Shows the code and its link, or the link alone.
    ///
    /// - Returns: False if there is no room for more below the code.
    private func show(_ link: PairingLink) throws(CommandError) -> Bool {
        guard let text = page.map({ link.text(at: $0) }) ?? link.text else {
            throw .usage("--app-link has to be an https URL without #")
        }
        if self.link { try Console.result(text) }
        let errors = StandardStream.errors
        guard errors.isTerminal else { return true }
        let help = "Scan it with the app, within 10 minutes."
        let (columns, rows) = (errors.columns ?? 80, errors.rows ?? .max)
        // Lines that break, and rows that are gone, can't be read by a camera. The last row is the
        // cursor's.
        let code = link.terminal(colored: errors.hasColor, columns: columns, at: page)
        guard let size = link.terminalSize(at: page), let code, size.rows < rows else {
            Console.tell(text)
            let size = link.terminalSize(at: page).map {
                "\($0.columns) columns, \($0.rows + 1) rows"
            }
            Console.note(
                (size.map { "the code needs a larger terminal: \($0)" }
                    ?? "the link is too long for a code")
                    + "; have the app open the link, within 10 minutes"
            )
            return true
        }
        // The link, the words and a question.
        let rest = (text.utf8.count + columns - 1) / columns + 3
        let isRoomy = rows - size.rows >= rest
        if isRoomy { Console.draw(code) }
        Console.tell(text)
        Console.tell(help)
        if !isRoomy { Console.draw(code) }
        return isRoomy
    }

    /// Lets a person decide, and forgets the phone if there is no decision.
    private func confirm(_ phone: PairedDevice) async throws {
        let number: PairingNumber?
        do {
            guard !yes else {
                while phone.message == .posting { try await Task.sleep(for: Self.pace) }
                return try await phone.confirmUnseen()
            }
            number = try await Self.askForNumber(of: phone)
        } catch {
            _ = try? await phone.confirm(number: nil)
            guard !Task.isCancelled else { throw PairingError.cancelled }
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

    /// Says that a phone which is paired with this sender already has to be paired anew: it ends
    /// its earlier endpoint when it shows the number, and not when that is typed.
    private static func tellOfEarlierPairing(of phone: PairedDevice, to sender: Sender) {
        guard let recipient = try? sender.recipient(named: phone.recipient.key),
            recipient.devices.contains(where: { $0.identity == phone.identity && !$0.isPending })
        else { return }
        Console.note(
            "\(recipient.label) was paired before, and gets no text any more if it showed a number:"
                + " 'sealedpush pair --to ...' pairs it again"
        )
    }

    /// How often it is looked whether the relay has the message.
    private static let pace = Duration.milliseconds(200)

    /// The number that a person types; nil for none, or if a signal has come.
    ///
    /// The phone's name is not told before: a stranger's phone could be named after its own number.
    private static func askForNumber(of phone: PairedDevice) async throws -> PairingNumber? {
        let question = "Which number does your phone show? "
        Console.ask("A phone has answered. " + question)
        return try await withThrowingTaskGroup(of: PairingNumber?.self) { group in
            group.addTask { try await typedNumber() }
            group.addTask {
                let wasPosting = phone.message == .posting
                while phone.message == .posting { try await Task.sleep(for: pace) }
                if case .failed(let error) = phone.message {
                    Console.tell("")
                    throw error
                }
                if wasPosting, phone.message == .taken {
                    Console.tell("\nThe relay has the message for your phone now.")
                    Console.ask(question)
                }
                // The person has the word.
                try await Task.sleep(for: .seconds(86_400))
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private static func typedNumber() async throws -> PairingNumber? {
        let lines = try InputLines(
            .standardInput,
            "number",
            upTo: 64,
            skippingBlankLines: false
        )
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
    /// Whether each minute is told: not where it would push the code out of the terminal.
    let tellsMinutes: Bool
    /// The minutes that were left when it was told last.
    private var minutes = PairingProgress.minutes
    private var fault: String?

    init(tellsMinutes: Bool) { self.tellsMinutes = tellsMinutes }

    /// What is new: a fault of the relay, and each minute that is over.
    mutating func notes(on progress: PairingProgress) -> [String] {
        var notes: [String] = []
        let fault = progress.fault
        if let fault, fault != self.fault { notes.append(fault) }
        self.fault = fault
        let left = Int((progress.left.components.seconds + 59) / 60)
        if left < minutes, left > 0, progress.awaited == .answer {
            minutes = left
            guard tellsMinutes else { return notes }
            notes.append("no phone has answered yet; \(counted(left, "minute")) left")
        }
        return notes
    }
}

extension PairingProgress {
    /// The minutes for which a code is shown.
    fileprivate static let minutes = 10

    /// What is wrong at the relay, in words.
    fileprivate var fault: String? {
        guard let words = failure?.pairingMessage else { return nil }
        switch awaited {
        case .answer: return "\(words); it is asked again"
        case .delivery:
            return "a phone has answered, and the relay has not taken the message for it yet:"
                + " \(words); it is posted on, and the phone shows no number before"
        }
    }
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
