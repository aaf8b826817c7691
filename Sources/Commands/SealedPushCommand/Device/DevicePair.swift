// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushRelayClient

/// `sealedpush device pair`.
struct DevicePair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Answer a sender's link, wait for its message, and print the number.",
        usage: """
            sealedpush device pair --store <dir> --registration <file>
              [--name <name>] [--device-name <name>] [--yes] -
            """,
        discussion: """
            The link is a secret, which 'sealedpush pair' shows: it is the first line of standard \
            input. Anyone can make one, so the command names the sender and asks at the terminal \
            before anything happens. --yes agrees, and is needed without a terminal.

            The device then answers in a drop of the relay, and waits until it has received the \
            sender's message, in another process ('sealedpush open', 'sealedpush-lab run'). Then it \
            prints the two digits that are typed at the sender. A command that was stopped goes on \
            with the same link. 'sealedpush device maintain' undoes what is not paired in a day.

            \(StoreEffect.changes)

            Example:
              sealedpush device pair --store phone --registration phone.relay - < link.txt
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(help: ArgumentHelp("The file that 'device register' made.", valueName: "file"))
    var registration: InputFile

    @Option(
        help: ArgumentHelp(
            "What the sender is called here; what it calls itself unless told.",
            valueName: "name"
        )
    )
    var name: String?

    @Option(
        help: ArgumentHelp(
            "What this device calls itself to the sender; the machine's name unless told.",
            valueName: "name"
        )
    )
    var deviceName: String?

    @Flag(help: "Agree without a question: the link comes from a sender that you trust.")
    var yes = false

    @OptionGroup
    var testKeys: TestKeyOptions

    @Argument(help: "- for standard input, which has the link.")
    var link: InputFile

    func validate() throws {
        guard link.isStandardInput else {
            throw ValidationError("a link is a secret: write -, and give it on standard input")
        }
        try store.refuseSharedInput(with: link, "link")
        guard !registration.isStandardInput else {
            throw ValidationError("standard input has the link, and not the registration")
        }
        if let name { try check(name: name) }
    }

    private func check(name: String) throws(ValidationError) {
        do throws(ContactError) {
            try ContactText.check(name: name)
        } catch {
            throw ValidationError(error.message)
        }
    }

    func run() async throws {
        let file = try RegistrationFile(reading: registration)
        let store = try store.openDevice()
        guard try DeviceKeys(in: store).identity == file.identity else {
            throw CommandError.otherDevice("registration")
        }
        let link = try await readLink()
        let pairings = try Pairings(
            in: store,
            at: [(relay: RelayClient(file.relay), device: file.device)],
            as: deviceName ?? ProcessInfo.processInfo.hostName,
            notifications: { .allowed },
            acceptsTestIdentities: testKeys.insecureTestKeys
        )
        let offer: PairingOffer
        do throws(DevicePairingError) {
            offer = try await pairings.offer(link)
        } catch {
            throw CommandError(pairing: error)
        }
        let contact = try agreedName(of: offer)
        try await pair(pairings, offer, as: contact)
    }

    private func readLink() async throws(CommandError) -> PairingLink {
        // A sender that goes on waiting may be at the other end.
        if link.isStandardInput, StandardStream.input.isTerminal { Console.ask("Link: ") }
        let line = try await InputLines(link, "link", upTo: 4096).next()
        guard let bytes = line?.bytes else {
            throw .usage("there is no link on standard input", hint: "'sealedpush pair' shows one")
        }
        do throws(WireError) {
            return try PairingLink(String(decoding: bytes, as: UTF8.self), from: .system)
        } catch {
            throw CommandError(error, in: "link")
        }
    }

    /// Shows what a person has to see, and gives the name to which the person agrees.
    private func agreedName(of offer: PairingOffer) throws -> String {
        let terminal = yes ? nil : Terminal()
        guard yes || terminal != nil else {
            throw CommandError.usage(
                "there is no terminal at which to agree",
                hint: "--yes agrees without one"
            )
        }
        func say(_ text: String) throws {
            if let terminal { try terminal.say(text) } else { Console.note(text) }
        }
        let relay = offer.relay.trimmingPrefix("https://")
        try say("\"\(offer.name)\" at \(relay) wants to send to this device.")
        let isLookalike = offer.naming == .lookalike
        if isLookalike { try say("The name looks like another contact's.") }
        try say("Anyone can make such a code. Go on only if it is on a screen that you trust.")
        var contact = offer.naming == .contact ? offer.name : name ?? offer.name
        if isLookalike, name == nil {
            guard let typed = try terminal?.answer(to: "What is the sender to be called?") else {
                throw CommandError.usage(
                    "the sender's name looks like another contact's",
                    hint: "--name gives it another one"
                )
            }
            try check(name: typed)
            contact = typed
        }
        guard try terminal?.agrees(to: "Pair with \"\(contact)\"?") ?? yes else {
            throw CommandError(.failure, name: "notAgreed", "nothing was done")
        }
        return contact
    }

    /// How long the sender's message is waited for: the relay keeps the answer no longer.
    private static let patience = Duration.seconds(900)
    /// After what time the person is told that there is no word yet.
    private static let quiet = Duration.seconds(60)

    /// Answers the link, waits for the sender's message, and prints the number.
    private func pair(
        _ pairings: Pairings,
        _ offer: PairingOffer,
        as contact: String
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Self.pair(pairings, offer, as: contact) }
            group.addTask {
                try await Task.sleep(for: Self.quiet)
                Console.note("no word from \(contact) yet")
                try await Task.sleep(for: Self.patience - Self.quiet)
                throw CommandError(
                    .later,
                    name: "noWord",
                    "no word from \(contact)",
                    hint: "the same command goes on with the same link; 'sealedpush device"
                        + " maintain' undoes what is not paired in a day"
                )
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func pair(
        _ pairings: Pairings,
        _ offer: PairingOffer,
        as contact: String
    ) async throws {
        do {
            for try await state in pairings.accept(offer, as: contact) {
                switch state {
                case .waiting: Console.note("waiting for \(contact)")
                case .paired(let number, let name, _):
                    Console.note("paired with \(name): type the number there")
                    // Before older endpoints are ended, which may take long.
                    try Console.result(
                        number.text,
                        ofDone: "the device is paired",
                        hint: "the same command prints the number again, for an hour"
                    )
                }
            }
        } catch let error as DevicePairingError {
            throw CommandError(pairing: error)
        }
    }
}
