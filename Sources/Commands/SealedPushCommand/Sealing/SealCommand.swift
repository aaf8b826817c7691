// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushSender

/// `sealedpush seal`.
struct SealCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Seal a payload for one device, or for several.",
        usage: """
            sealedpush seal --store <dir> (--to <file>... | --directory <dir>)
              (--recipient <who> | --untracked) [<options>] [<payload>]
            """,
        discussion: """
            Reads an ordinary APNs payload, or an .apns file as Apple's simulator takes it, and \
            prints what to send in its place. Nothing is added to the printed bytes but a line \
            feed on a terminal. What of it was shortened, ends earlier, has no effect or cannot work \
            in an envelope is told on standard error, as is how many of the sender's successions and revocations go along: the newest of \
            400 days, at most 8, as far as the padding has room.

            With several --to, or with --directory, a JSON object a line tells what became of \
            each device: its identity, and either headers and payload or the error; for a file \
            that can't be read or holds no bundle, its name and the error. If one was not sealed to, the command \
            ends with 2.

            --recipient says whose device it is: the first one of theirs is remembered, and \
            another one is refused until a person confirms it. --untracked keeps no such list.

            \(StoreEffect.changes)

            Example:
              sealedpush seal --store server --to phone.bundle --recipient bob \\
                --from ann-7 --topic com.example.app --headers headers.txt \\
                payload.json > sealed.json
            For all devices of a recipient, each by a one-time prekey that the folder gives to no other \
            sender:
              sealedpush seal --store server --directory recipients --recipient bob \\
                --topic com.example.app payload.json > sealed.jsonl
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    @OptionGroup
    var targets: SealTargets

    @Option(
        help: ArgumentHelp(
            "The app's bundle id. Else what an .apns file names.",
            valueName: "topic"
        ),
        transform: Arguments.topic
    )
    var topic: Topic?

    @OptionGroup(title: "Sealing options")
    var options: SealOptions

    @Option(
        help: ArgumentHelp(
            "Write the APNs headers to this file, one 'name: value' a line.",
            valueName: "file"
        )
    )
    var headers: NamedPath?

    @OptionGroup
    var testKeys: TestKeyOptions

    @Argument(help: "The payload, or - for standard input.")
    var payload: InputFile = .standardInput

    func validate() throws {
        for file in targets.to {
            guard !file.isStandardInput || !payload.isStandardInput else {
                throw ValidationError(
                    "the bundle and the payload can't both come from standard input"
                )
            }
            try store.refuseSharedInput(with: file, "bundle")
        }
        try store.refuseSharedInput(with: payload, "payload")
        guard headers?.text != "-" else {
            throw ValidationError("the headers need a file: standard output is for the payload")
        }
        guard headers == nil || targets.isOne else {
            throw ValidationError("a file of headers is for one device: --to once")
        }
        guard options.remove.isEmpty || targets.isOne else {
            throw ValidationError(
                "each device knows messages by ids of its own: --remove is for one --to"
            )
        }
    }

    func run() async throws {
        if let code = options.from { try ContactText.check(code: code) }
        if let name = options.name { try ContactText.check(name: name) }
        // Before a prekey is used for nothing.
        let headers = try headers.map { path throws(CommandError) in try HeaderOutput(path.text) }
        let store = try store.openSender()
        let name = sender.name
        let keys = try SenderIdentities.load(named: name, from: store)
        try testKeys.check(keys.identity.bytes)
        let targets = try targets.read(testKeys)
        if self.targets.isOne { _ = try targets.first?.bundle.get() }
        let payload = try readPayload()
        let sealing = try options.sealing()
        let topic = try topic(of: payload)
        for note in sealing.notes(on: payload, topic: topic) { Console.note(note.message) }
        let memory = StoredSenderMemory(in: store)
        let sender = Sender(
            keys: keys,
            memory: self.targets.memory(memory, of: targets),
            lists: memory,
            statements: try SenderIdentities.statements(named: name, in: store)
        )
        let message = try sender.prepare(payload, sealing, now: options.at ?? .now)
        guard self.targets.isOne, let target = targets.first else {
            return try await sealEach(message, for: targets, topic, sender)
        }
        let sealed = try await sender.seal(
            message,
            for: target.device(topic),
            now: options.at ?? .now
        )
        for note in SealedLine.notes(on: sealed) { Console.note(note) }
        try headers?.write(sealed.headers)
        try StandardStream.output.write(sealed.payload)
        if StandardStream.output.isTerminal { try Console.result("") }
    }

    /// Seals for several devices and prints what became of each as soon as it is known.
    ///
    /// One after the other, so that of a new recipient's devices the first one becomes known.
    private func sealEach(
        _ message: PreparedMessage,
        for targets: [SealTargets.Target],
        _ topic: Topic,
        _ sender: Sender
    ) async throws {
        var lines = SealedResults(of: targets)
        let stream = AsyncStream { continuation in
            for target in targets {
                guard let device = try? target.device(topic) else { continue }
                continuation.yield(device)
            }
            continuation.finish()
        }
        try await sender.seal(
            message,
            for: stream,
            now: options.at ?? .now,
            window: 1
        ) { outcome in
            try lines.print(outcome)
        }
        try lines.finish()
    }

    private func readPayload() throws(CommandError) -> Payload {
        let bytes = try payload.read("payload")
        do throws(SealingError) {
            return try Payload(reading: bytes)
        } catch {
            throw CommandError(error)
        }
    }

    private func topic(of payload: Payload) throws(CommandError) -> Topic {
        if let topic { return topic }
        guard let text = payload.topic else {
            throw .usage("no topic is given", hint: "--topic names the app's bundle id")
        }
        guard let topic = Topic(text) else {
            throw .usage(
                "'Simulator Target Bundle' is no topic",
                hint: Arguments.topicRule
            )
        }
        return topic
    }
}
