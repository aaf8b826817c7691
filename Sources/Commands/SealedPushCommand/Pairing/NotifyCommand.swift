// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys
package import SealedPushRelayClient
import SealedPushSender

/// `sealedpush notify`.
struct NotifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify",
        abstract: "Send a text to a phone that was paired.",
        usage: """
            sealedpush notify [--store <dir>] [--to <who>] [--title <text>]
              [--url <url>] [--sound <name>] [--collapse <key>] [--exact] <text>
            sealedpush notify [--store <dir>] [--to <who>] [--collapse <key>]
              [--exact] --json <file>
            """,
        discussion: """
            Seals the text for each device of the recipient, and posts it to the device's relay: \
            the same bytes for a minute, if the relay does not answer or asks for a pause. Of a \
            text that is too long the end is left out, unless --exact refuses it.

            Prints nothing if all relays have taken it. If one has not, the command says why and \
            what helps, and ends with 10. A phone of which the relay says that it has ended is \
            forgotten.

            \(StoreEffect.changes)

            Example:
              sealedpush notify "Build done"
            The last line of a program's output:
              make 2>&1 | tail -n 1 | sealedpush notify --title Build -
            """
    )

    @OptionGroup
    var store: OwnStoreOptions

    @Option(
        help: ArgumentHelp(
            "The recipient's label, or all. Else the only recipient that there is.",
            valueName: "who"
        )
    )
    var to: String?

    @Option(
        help: ArgumentHelp(
            "The title; the app may show the contact's name in its place.",
            valueName: "text"
        )
    )
    var title: String?

    @Option(help: ArgumentHelp("A link for the app, as the member 'url'.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("The sound: its name, or default.", valueName: "name"))
    var sound: String?

    @Option(
        help: ArgumentHelp(
            "A later message with this key takes the place of an earlier one.",
            valueName: "key"
        )
    )
    var collapse: String?

    @Flag(help: "Refuse a text that is too long, and shorten none.")
    var exact = false

    @Option(
        help: ArgumentHelp(
            "An APNs payload in the place of a text, or - for standard input.",
            valueName: "file"
        )
    )
    var json: InputFile?

    @Argument(help: "The text, or - for standard input.")
    var text: String?

    func validate() throws {
        guard (text == nil) != (json == nil) else {
            throw ValidationError("give either a text, - for standard input, or --json")
        }
        guard json == nil || (title == nil && url == nil && sound == nil) else {
            throw ValidationError("--json has its own title, url and sound")
        }
        let isInputRead = text == "-" || json?.isStandardInput == true
        guard !isInputRead || !store.readsStandardInput else {
            throw ValidationError(
                "the passphrase and the text can't both come from standard input"
            )
        }
    }

    func run() async throws {
        let (payload, options) = try message()
        let sender = try store.openSender()
        let (recipients, damage) = try recipients(of: sender)
        let note = Task {
            try await Task.sleep(for: Self.silence)
            Console.note("a relay has not taken the message yet: it is tried for a minute")
        }
        defer { note.cancel() }
        let results = try await sender.notify(payload, options, to: recipients)
        try tell(of: results)
        if let damage { throw damage }
    }

    /// The time after which a person at a terminal would think that nothing happens.
    private static let silence: Duration = .seconds(5)

    /// Says which devices got no message, and what helps each of them.
    private func tell(of results: [DeviceResult]) throws(CommandError) {
        let failures = results.filter { $0.outcome != .taken }
        guard let first = failures.first else { return }
        guard results.count > 1 else {
            let reason = first.outcome.failure?.message ?? ""
            throw CommandError(
                .notTaken,
                name: "notTaken",
                "nothing was sent to \(first.recipient.label): \(reason)",
                hint: first.hint
            )
        }
        for result in failures {
            guard let failure = result.outcome.failure else { continue }
            let words = [failure.message, result.hint].compactMap(\.self).joined(separator: "; ")
            Console.note("\(result.name(among: results)): \(words)")
        }
        throw CommandError(
            .notTaken,
            name: "notTaken",
            "\(failures.count) of \(results.count) devices got no message"
        )
    }

    /// The payload, and what it does not say.
    private func message() throws -> (Payload, SealingOptions) {
        var options = SealingOptions()
        options.collapseKey = collapse
        if !exact { options.shortening = [.body] }
        if let json {
            if json.isStandardInput { InputTime.ofCommand.limit(to: Self.longestInput) }
            return (try Payload(reading: json.read("payload")), options)
        }
        var message = TextMessage(try readText())
        (message.title, message.url, message.sound) = (title, url, sound)
        return (try Payload(reading: message.json), options)
    }

    private func readText() throws(CommandError) -> String {
        guard text == "-" else { return try Self.checked(text ?? "") }
        // The program before it may run for hours.
        InputTime.ofCommand.limit(to: Self.longestInput)
        // Memory holds no more of it than can be left, and what is too long stays so.
        let (bytes, isWhole) = try InputFile.standardInput.readStart("text", upTo: Self.room)
        guard isWhole else { return Self.start(bytes) }
        var text = String(decoding: bytes, as: UTF8.self)
        // As echo and others end it.
        if text.last?.isNewline == true { text.removeLast() }
        return try Self.checked(text)
    }

    /// More bytes than a push has room for, however it is shortened.
    private static let room = 1 << 16

    private static func checked(_ text: String) throws(CommandError) -> String {
        guard !text.allSatisfy(\.isWhitespace) else { throw .usage("the text is empty") }
        return text
    }

    /// The whole characters of the beginning of a text that goes on.
    ///
    /// The last one may have been cut; sealing cuts further, and marks it.
    private static func start(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.count > 1 ? String(text.dropLast()) : text
    }

    private static let longestInput: Duration = .seconds(7 * 86_400)

    /// The recipients that get the text, and why others can't be read, if it is for all.
    ///
    /// One whose devices have ended counts, so that no text goes to another in its place.
    private func recipients(of sender: Sender) throws -> ([PairedRecipient], KeyError?) {
        if let to, to != PairedRecipient.everyone {
            return ([try sender.recipient(named: to)], nil)
        }
        let listing = try sender.pairedRecipients.list(at: .now)
        let failure = listing.failures.first
        let paired = listing.recipients.filter { recipient in
            recipient.devices.isEmpty || recipient.devices.contains { !$0.isPending }
        }
        guard to == nil else {
            guard !paired.isEmpty else {
                throw failure.map { $0 as any Error } ?? CommandError.noRecipient
            }
            return (paired, failure)
        }
        if let failure { throw failure }
        guard let only = paired.first else { throw CommandError.noRecipient }
        guard paired.count == 1 else { throw Self.several(paired) }
        return ([only], nil)
    }

    private static func several(_ recipients: [PairedRecipient]) -> CommandError {
        let labels = recipients.map { "\"\($0.label)\"" }.joined(separator: ", ")
        return .usage(
            "there are several recipients: \(labels)",
            hint: "--to names one of them, or all"
        )
    }
}

extension DeviceResult {
    /// The label of the recipient, and the beginning of the device's identity if several results
    /// have that label.
    fileprivate func name(among results: [DeviceResult]) -> String {
        let label = recipient.label
        guard results.count(where: { $0.recipient.label == label }) > 1 else { return label }
        return "\(label), device \(Hex.encode(device.bytes.span).prefix(8))"
    }

    /// The remedy for this device; nil if nothing helps, or it has the message.
    fileprivate var hint: String? {
        switch outcome {
        case .notTaken(.later), .notTaken(.stalePrekey): "try again later"
        case .notTaken(.unanswered): "try again later; a phone that has it shows it twice then"
        case .notTaken(.wrongClock): "set the clock that is wrong"
        case .notTaken(.gone), .notTaken(.keyRefused), .notTaken(.otherDevice):
            "'sealedpush pair --to ...' pairs a phone anew"
        case .notSealed(.deviceRetired):
            "a phone that is back in use makes a new device: 'sealedpush pair --to ...' pairs it"
        case .notSealed(.contentTooLarge): NotifyError.tooLargeHint
        case .notSealed(let error): error.hint
        default: nil
        }
    }
}

extension NotifyError: CommandFailure {
    fileprivate static let tooLargeHint = "shorten it, or leave out --exact"

    package var status: ExitStatus {
        switch self {
        case .payload(let error): ExitStatus(error)
        case .store(let error): ExitStatus(error)
        case .noDevice: .notTaken
        default: .failure
        }
    }

    package var hint: String? {
        switch self {
        case .payload(.contentTooLarge): Self.tooLargeHint
        case .payload(let error): error.hint
        case .store(let error): error.hint
        case .noDevice: "'sealedpush pair --to ...' pairs a phone"
        default: nil
        }
    }
}
