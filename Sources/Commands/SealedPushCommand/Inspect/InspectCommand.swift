// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush

/// `sealedpush inspect`.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract:
            "Show what a sealed push, a bundle, a statement or an identity says, without keys.",
        discussion: """
            Of a sealed push, or the bare text of its 'encrypted-content': every field and its \
            bytes, as every party on the way can see them; nothing is checked but the form.

            Of a bundle: its device, its prekeys and their terms. A prekey's epoch is the number of \
            its generation; those below the revoked epoch can no longer be used. Of statements, one \
            a line: what each says and who signed it. Signatures are checked: what is shown is \
            valid. Whether a statement counts is up to who knows the identities in it. Of a \
            subscription the endpoint is shown, which is a secret. Of an identity: that it is whole.

            \(StoreEffect.noStore)

            Example:
              sealedpush inspect --json sealed.json
            """
    )

    @Flag(help: "Print a JSON object, of statements one for each.")
    var json = false

    @Argument(help: "The file, or - for standard input.")
    var file: InputFile = .standardInput

    func run() async throws {
        let bytes = try file.read("file")
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
