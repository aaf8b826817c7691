// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushSender

/// A vector of a sealer, up to the encryption: what is sealed, in which size, and what is around
/// it.
struct SealingVector {
    static let members: Set<String> = [
        "push", "padding", "placeholder", "payload", "fields", "content",
        "envelopeBytes", "outer", "now",
    ]

    private static let placeholderMembers: Set<String> = [
        "title", "body", "title-loc-key", "title-loc-args", "loc-key", "loc-args",
    ]

    private static let fieldMembers: Set<String> = [
        "from", "name", "template", "attachments", "remove", "statements", "paired",
    ]

    private static let statementMembers: Set<String> = ["text", "time"]

    private let object: VectorObject
    private let options: SealingOptions
    /// What of the sender's own statements goes along if there is room.
    private let statements: [String]

    init(_ object: VectorObject) throws(VectorFault) {
        self.object = object
        guard let kind = Payload.PushKind(rawValue: try object.string("push")),
            let padding = Padding(rawValue: try object.string("padding"))
        else { throw VectorFault("no such push or padding") }
        var options = SealingOptions()
        options.kind = kind
        options.padding = padding
        options.placeholder = try Self.placeholder(of: object)
        var statements = SenderIdentity.Statements.none
        if let fields = try object.object("fields", allowed: Self.fieldMembers) {
            if fields.has("statements") { statements = try Self.statements(of: fields) }
            if fields.has("from") { options.from = try fields.string("from") }
            if fields.has("name") { options.name = try fields.string("name") }
            for field in try fields.stringsIfAny("template") {
                guard let field = Payload.AlertField(rawValue: field) else {
                    throw VectorFault("no alert field \(field)")
                }
                options.template.append(field)
            }
            for text in try fields.stringsIfAny("attachments") {
                guard let reference = try? AttachmentReference(readingWithKey: Array(text.utf8))
                else { throw VectorFault("no reference among the attachments") }
                options.attachments.append(reference)
            }
            for text in try fields.stringsIfAny("remove") {
                guard let name = NotificationName(text) else {
                    throw VectorFault("no notification name \(text)")
                }
                options.remove.append(name)
            }
            if fields.has("paired") {
                guard let hash = AnswerHash(try fields.bytes("paired")) else {
                    throw VectorFault("paired has another size")
                }
                options.paired = hash
            }
        }
        self.options = options
        self.statements =
            object.has("now") ? statements.recent(at: try object.moment("now")) : []
    }

    /// The sender's own statements, in the order in which they were signed or published.
    private static func statements(
        of fields: VectorObject
    ) throws(VectorFault) -> SenderIdentity.Statements {
        var entries: [SenderIdentity.Statements.Entry] = []
        for entry in try fields.objects("statements", allowed: statementMembers) {
            entries.append(
                .init(text: try entry.string("text"), time: try entry.moment("time"))
            )
        }
        return SenderIdentity.Statements(entries)
    }

    func check() throws(VectorFault) {
        let payload = Array(try object.string("payload").utf8)
        let outcome: String
        var fitted: PreparedMessage.Fitted?
        do throws(SealingError) {
            fitted = try PreparedMessage(
                Payload(reading: payload),
                options: options,
                statements: statements
            ).fitted
            outcome = "accepted"
        } catch .json, .notAnObject, .noAps, .topicNotAString {
            throw VectorFault("the payload is none")
        } catch {
            outcome = error.name
        }
        try VectorFault.compare("the sealing", outcome, with: object.string("expected"))
        guard let fitted else {
            return try object.lacks("content", "envelopeBytes", "outer")
        }
        let content = Array(try object.string("content").utf8)
        try VectorFault.compare("the content", fitted.bytes, with: content)
        try VectorFault.compare(
            "envelopeBytes",
            fitted.envelopeCount,
            with: object.number("envelopeBytes")
        )
        let outer = OuterFrame.bytes(options.placeholder)
        try VectorFault.compare("outer", outer, with: Array(object.string("outer").utf8))
    }

    private static func placeholder(of object: VectorObject) throws(VectorFault) -> Placeholder {
        guard let given = try object.object("placeholder", allowed: placeholderMembers) else {
            throw VectorFault("no placeholder")
        }
        func text(_ key: String) throws(VectorFault) -> String? {
            given.has(key) ? try given.string(key) : nil
        }
        let hasKeys = ["title-loc-key", "title-loc-args", "loc-key", "loc-args"].contains {
            given.has($0)
        }
        guard hasKeys else {
            return .text(title: try text("title"), body: try text("body") ?? "")
        }
        guard !given.has("title"), !given.has("body") else {
            throw VectorFault("a placeholder of texts and keys")
        }
        return .localized(
            titleKey: try text("title-loc-key"),
            titleArguments: try given.stringsIfAny("title-loc-args"),
            bodyKey: try text("loc-key") ?? "",
            bodyArguments: try given.stringsIfAny("loc-args")
        )
    }
}
