// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a sender tells the toolkit on the device, beside what it tells the app.
///
/// It travels sealed, in the payload's top-level member `sealedpush`.
package struct ToolkitFields: Hashable, Sendable {
    /// The top-level member of a payload that holds the fields.
    package static let key = "sealedpush"

    /// What the fields `template` names have in the place of the sender's name.
    package static let senderMark = "{sender}"

    /// The sender's code, by which the device looks up a name of its own.
    package var from: String?

    /// The name that the sender gives itself.
    package var name: String?

    /// The fields of the alert in which `{sender}` stands for the sender's name.
    package var template: [Payload.AlertField]

    /// The encrypted files that belong to the message, at most ``AttachmentReference/limit``.
    package var attachments: [AttachmentReference]

    /// Why other references of opened content are none, in their order.
    package let refusedAttachments: [AttachmentError]

    /// The notification names of earlier messages of the same sender that the device takes away.
    ///
    /// At most ``removeLimit``, each a ``NotificationName``: more, or another one, is a caller's
    /// bug.
    package var remove: [String]

    /// Texts of statements of the sender about its own identities, in their order.
    package var statements: [String]

    /// The answer to a link that the sender took, in a message that ends a pairing.
    package var paired: AnswerHash?

    /// The most messages that one takes away.
    package static let removeLimit = 50
    /// The most statements that an opener reads.
    package static let statementLimit = 8
    /// Whether the device could have a message of this name.
    private static func isRemovable(_ name: String) -> Bool { NotificationName(name) != nil }

    /// Fields as given; each may be left out.
    package init(
        from: String? = nil,
        name: String? = nil,
        template: [Payload.AlertField] = [],
        attachments: [AttachmentReference] = [],
        remove: [String] = [],
        statements: [String] = [],
        paired: AnswerHash? = nil
    ) {
        self.from = from
        self.name = name
        self.template = template
        self.attachments = attachments
        refusedAttachments = []
        self.remove = remove
        self.statements = statements
        self.paired = paired
    }

    /// Whether nothing is told.
    package var isEmpty: Bool {
        from == nil && name == nil && template.isEmpty && attachments.isEmpty && remove.isEmpty
            && statements.isEmpty && paired == nil
    }

    /// Reads the member `sealedpush`.
    ///
    /// Members and template entries of later versions are passed over (M-35). A known member of
    /// another type is refused, but never `attachments`, `remove`, `statements` or `paired`: the
    /// text is shown whatever is wrong with these (M-34).
    init(reading value: JSONValue) throws(OpeningError) {
        guard value.kind == .object else { throw .malformedMessage }
        from = try Self.string("from", of: value)
        name = try Self.string("name", of: value)
        (attachments, refusedAttachments) = AttachmentReference.list(value["attachments"])
        template =
            try value["template"].map { list throws(OpeningError) in
                try Self.template(of: list)
            } ?? []
        // T-23
        remove = (value["remove"]?.elements ?? []).prefix(Self.removeLimit)
            .compactMap(\.string).filter(Self.isRemovable)
        // D-13
        statements = (value["statements"]?.elements ?? []).prefix(Self.statementLimit)
            .compactMap(\.string)
        // L-8
        paired = value["paired"]?.utf8.flatMap { AnswerHash(text: Array($0).span) }
    }

    private static func template(of list: JSONValue) throws(OpeningError) -> [Payload.AlertField] {
        guard let entries = list.elements else { throw .malformedMessage }
        var template: [Payload.AlertField] = []
        for entry in entries {
            guard let text = entry.string else { throw .malformedMessage }
            guard let field = Payload.AlertField(rawValue: text), !template.contains(field) else {
                continue
            }
            template.append(field)
        }
        return template
    }

    private static func string(
        _ key: String,
        of value: JSONValue
    ) throws(OpeningError) -> String? {
        guard let member = value[key] else { return nil }
        guard let string = member.string else { throw .malformedMessage }
        return string
    }

    /// The member's value as JSON (M-36).
    var bytes: [UInt8] {
        precondition(
            remove.count <= Self.removeLimit && remove.allSatisfy(Self.isRemovable),
            "a message takes at most \(Self.removeLimit) others away, by names of 1 to 64 bytes"
        )
        return JSONWriter.object { object in
            if let from { object.add("from", from) }
            if let name { object.add("name", name) }
            if !template.isEmpty {
                object.array("template") { list in
                    for field in Payload.AlertField.allCases where template.contains(field) {
                        list.add(field.rawValue)
                    }
                }
            }
            if !attachments.isEmpty {
                object.array("attachments") { list in
                    for attachment in attachments { list.object { attachment.write(to: &$0) } }
                }
            }
            if !remove.isEmpty {
                object.array("remove") { list in
                    for name in remove { list.add(name) }
                }
            }
            if !statements.isEmpty {
                object.array("statements") { list in
                    for statement in statements { list.add(statement) }
                }
            }
            if let paired { object.add("paired", paired.text) }
        }
    }
}

extension ToolkitFields: Redacted {}
