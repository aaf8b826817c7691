// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushSender

/// `sealedpush seal`.
struct SealCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Seal a payload for one device.",
        usage: "sealedpush seal --store <dir> --to <file> [<options>] [<payload>]",
        discussion: """
            Reads an ordinary APNs payload, or an .apns file as Apple's simulator takes it, and \
            prints what to send in its place. Nothing is added to the printed bytes but a line \
            feed on a terminal. What of it was shortened, or ends earlier, is told on standard error.

            Example:
              sealedpush seal --store server --to phone.bundle --from ann-7 \\
                --topic com.example.app --headers headers.txt payload.json > sealed.json
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(help: ArgumentHelp("The device's bundle, or - for standard input.", valueName: "file"))
    var to: InputFile

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
    var headers: String?

    @OptionGroup
    var testKeys: TestKeyOptions

    @Argument(help: "The payload, or - for standard input.")
    var payload: InputFile = .standardInput

    func validate() throws {
        guard !to.isStandardInput || !payload.isStandardInput else {
            throw ValidationError("the bundle and the payload can't both come from standard input")
        }
        try store.refuseSharedInput(with: to, "bundle")
        try store.refuseSharedInput(with: payload, "payload")
        guard headers != "-" else {
            throw ValidationError("the headers need a file: standard output is for the payload")
        }
    }

    func run() async throws {
        if let code = options.from { try ContactText.check(code: code) }
        let store = try store.open()
        let sender = try SenderIdentities.load(from: store)
        try testKeys.check(sender.identity.bytes, .notSealed)
        let bundle = try readBundle()
        let payload = try readPayload()
        let sealer = NotificationSealer(
            sender: sender,
            topic: try topic(of: payload),
            memory: StoredSenderMemory(in: store)
        )
        let sealed = try await sealer.seal(
            payload,
            for: SealingTarget(bundle, recipient: options.recipient),
            options: options.sealing,
            now: options.at ?? .now
        )
        report(sealed)
        if let headers { try HeaderFile.write(sealed.headers, to: headers) }
        try StandardStream.output.write(sealed.payload)
        if StandardStream.output.isTerminal { try Console.result("") }
    }

    private func readBundle() throws(CommandError) -> DeviceBundle {
        let text = String(decoding: try to.read("bundle", tooLarge: .notSealed), as: UTF8.self)
        let bundle: DeviceBundle
        do throws(WireError) {
            bundle = try DeviceBundle(text: text)
        } catch {
            throw CommandError(error, in: "bundle", .notSealed)
        }
        try testKeys.check(bundle.device.bytes, .notSealed)
        return bundle
    }

    private func readPayload() throws(CommandError) -> Payload {
        let bytes = try payload.read("payload", tooLarge: .notSealed)
        do throws(PayloadError) {
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

    private func report(_ sealed: SealedNotification) {
        if sealed.message.isExpiryClamped {
            Console.note(
                "the prekey ends earlier than the time to live: the message counts until"
                    + " \(TimeText.text(of: sealed.message.expiry))"
            )
        }
        if !sealed.shortened.isEmpty {
            let fields = sealed.shortened.map(\.rawValue).joined(separator: ", ")
            Console.note("shortened to make it fit: \(fields)")
        }
    }
}
