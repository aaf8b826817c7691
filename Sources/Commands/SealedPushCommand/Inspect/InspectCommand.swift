// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushExplanation

/// `sealedpush inspect`.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract:
            "Show what a sealed push, a bundle, a statement or an identity says, without keys.",
        discussion: """
            Of a sealed push, or the bare text of its 'encrypted-content': every field and its \
            bytes, as every party on the way can see them; nothing is checked but the form. With \
            --html also which lines of the receiver's program the push meets, up to the one that \
            needs the device's keys, or that refuses it.

            Of a bundle: its device, its prekeys and their terms. A prekey's epoch is the number of \
            its generation; those below the revoked epoch can no longer be used. Of statements, one \
            a line: what each says and who signed it. Signatures are checked: what is shown is \
            valid. Whether a statement counts is up to who knows the identities in it. Of a \
            subscription the endpoint is shown, which is a secret. Of an identity: that it is whole.

            \(StoreEffect.noStore)

            Example:
              sealedpush inspect --json sealed.json
              sealedpush inspect --html sealed.html sealed.json
            """
    )

    @Flag(help: "Print a JSON object, of statements one for each.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write the explanation of a sealed push there, as a page for browsers: a new file, or"
                + " one that an earlier run wrote.",
            valueName: "file"
        )
    )
    var html: NamedPath?

    @Argument(help: "The file, or - for standard input.")
    var file: InputFile = .standardInput

    func validate() throws {
        guard html == nil || !json else {
            throw ValidationError("--html and --json can't both be given")
        }
    }

    func run() async throws {
        let bytes = try file.read("file")
        if let html {
            try write(bytes, to: html)
            return
        }
        switch InspectedKind(of: bytes) {
        case .bundle:
            let facts = BundleFacts(of: try InputFile.bundle(in: bytes))
            try show(facts.text, facts.json)
        case .sender: try show(senderIn: String(decoding: bytes, as: UTF8.self))
        case .device(let text):
            try show(
                "device     \(text)",
                JSONWriter.object(pretty: true) { $0.add("device", text) }
            )
        case .statements: try await show(StatementFile(reading: bytes))
        case .push:
            let inspection = try Inspection(of: bytes)
            try show(inspection.text, inspection.json)
        case nil:
            throw CommandError(
                .notAuthentic,
                name: "unknownKind",
                "the file is no sealed push, bundle, statement or identity"
            )
        }
    }

    /// Writes the page of a push, also of one that a receiver refuses.
    private func write(_ bytes: [UInt8], to path: NamedPath) throws {
        switch InspectedKind(of: bytes) {
        case .bundle, .sender, .device, .statements:
            throw CommandError.usage(
                "--html explains a sealed push, and the file is something else"
            )
        case .push, nil: break
        }
        let page = ExplanationPage(of: PushExplanation(of: bytes))
        try OutputFile(path.text, "page", replacing: ExplanationPage.beginning).replace(page.bytes)
    }

    private func show(senderIn text: String) throws(CommandError) {
        let identity: SenderIdentity
        do throws(WireError) {
            identity = try SenderIdentity(text: text)
        } catch {
            throw CommandError(error, in: "identity")
        }
        try show(
            "sender     \(identity.text)",
            JSONWriter.object(pretty: true) { $0.add("sender", identity.text) }
        )
    }

    private func show(_ statements: StatementFile) async throws {
        var isFirst = true
        try await statements.forEach("shown") { statement in
            let facts = StatementFacts(statement)
            if !json, !isFirst { try Console.result("") }
            try show(facts.text, facts.json)
            isFirst = false
            return nil
        }
    }

    private func show(_ text: String, _ object: [UInt8]) throws(CommandError) {
        if json {
            try Console.result(json: object)
        } else {
            try Console.result(text)
        }
    }
}

/// The kind of a file that is to be inspected, by how it begins.
enum InspectedKind {
    /// A bundle, alone.
    case bundle
    /// A sender's identity, alone.
    case sender
    /// A device's identity in hex, alone.
    case device(String)
    /// Lines, of which one at least is, or was, a text that proves itself.
    case statements
    /// A payload, or the text of an envelope.
    case push

    /// The kind of a file; nil if it is like none of them.
    init?(of bytes: [UInt8]) {
        let content = bytes[...].trimmingWhiteSpace()
        // Strings of JSON may have any line in them.
        if content.first == UInt8(ascii: "{") {
            self = .push
            return
        }
        let lines = content.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0[...].trimmingWhiteSpace(), as: UTF8.self)
        }
        .filter { !$0.isEmpty }
        if lines.contains(where: { $0.hasPrefix("sealedpush-") }) {
            if lines.count == 1, CheckedText.device.isPrefix(of: lines[0]) {
                self = .bundle
            } else if lines.count == 1, CheckedText.sender.isPrefix(of: lines[0]) {
                self = .sender
            } else {
                self = .statements
            }
            return
        }
        guard lines.count == 1, let text = lines.first else { return nil }
        if let identity = Hex.decode(text), (try? DeviceIdentity(reading: identity.span)) != nil {
            self = .device(Hex.encode(identity.span))
        } else if text.wholeMatch(of: #/A[A-Za-z0-9_=-]+/#) != nil {
            // The version of every envelope is below 4, so its text begins with this letter.
            self = .push
        } else {
            return nil
        }
    }
}
