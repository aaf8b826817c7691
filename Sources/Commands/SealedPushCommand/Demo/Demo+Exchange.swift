// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

extension Demo {
    /// Seals an example, shows what the push service sees, and opens it in a second process.
    mutating func exchange(
        _ example: DemoExamples.Example,
        showingCommands isShown: Bool
    ) throws(CommandError) {
        try stage.write(example.bytes, to: example.name)
        let fields = Self.fields(for: example.payload)
        let sealed = "\(example.name).sealed"
        let headers = "\(example.name).headers"
        var seal = [
            "seal", "--store", stage.path("server"), "--to", stage.path("phone.bundle"),
            "--recipient", Self.recipient, "--headers", stage.path(headers),
        ]
        if example.payload.topic == nil { seal += ["--topic", Self.topic] }
        if let code = fields.from { seal += ["--from", code] }
        let run = try prepare(
            seal + [stage.path(example.name)],
            showing: isShown,
            into: sealed
        )
        let open = ["open", "--store", stage.path("phone"), stage.path(sealed)]
        if isShown { try printer.command(stage.display(open)) }
        try checkService(example, run.output, headers: stage.read(headers))
        try checkDevice(example, fields, stage.run(open))
    }

    /// The code goes along, unless the content alone is as large as can be.
    private static func fields(for payload: Payload) -> ToolkitFields {
        let fields = ToolkitFields(from: code)
        let capacity = (Padding.bucketCounts(for: .alert).last ?? 0) - EnvelopeLayout.overhead
        let needed = (try? payload.adding(fields).compacted().bytes.count) ?? .max
        return needed <= capacity ? fields : ToolkitFields()
    }

    private mutating func checkService(
        _ example: DemoExamples.Example,
        _ sealed: [UInt8],
        headers: [UInt8]
    ) throws(CommandError) {
        guard let outer = try? OuterPayload(reading: sealed) else {
            return try printer.check("the sealed payload", expected: "JSON", got: "something else")
        }
        let text = String(decoding: outer.encryptedContent, as: UTF8.self)
        let short = "\(text.prefix(24))...\(text.suffix(6))"
        let payload = String(decoding: sealed, as: UTF8.self).replacing(text, with: short)
        try printer.fact(
            "service",
            "\(payload.replacing(",\"", with: ", \"")) (\(sealed.count) bytes)"
        )
        for line in String(decoding: headers, as: UTF8.self).split(separator: "\n") {
            try printer.fact("", String(line))
        }
        let secrets = DemoSecrets(
            of: example.payload,
            and: [Self.name, Self.senderName, Self.code]
        )
        try printer.check(
            "words of content, name and code that it can read, of \(secrets.words.count)",
            expected: "none",
            got: Self.list(secrets.leaks(in: outer, headers: headers))
        )
    }

    private static func list(_ leaks: Set<String>) -> String {
        leaks.isEmpty ? "none" : leaks.sorted().joined(separator: ", ")
    }

    private mutating func checkDevice(
        _ example: DemoExamples.Example,
        _ fields: ToolkitFields,
        _ run: DemoStage.Run
    ) throws(CommandError) {
        let shown = DemoOpening(run)
        for (index, line) in shown.lines.enumerated() {
            try printer.fact(index == 0 ? "device" : "", Self.cut(line))
        }
        try printer.check("the message", expected: "opened, exit code 0", got: shown.summary)
        let expected = try? example.payload.adding(fields).compacted().bytes
        try printer.check(
            "its content against the payload",
            expected: "the same JSON",
            got: shown.content == expected ? "the same JSON" : "other JSON"
        )
        let name = fields.from == nil ? Self.senderName : Self.name
        try printer.check("its sender", expected: name, got: shown.senderName)
    }

    /// The beginning of a long text.
    private static func cut(_ text: String) -> String {
        let limit = 180
        guard text.count > limit else { return text }
        return "\(text.prefix(limit))... (\(text.count) characters)"
    }
}
