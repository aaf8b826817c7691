// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// An APNs payload: a JSON object with `aps` and whatever keys the app has of its own.
///
/// It is the payload that would have been sent in the clear. Opening gives back all that was
/// sealed: the order of members, the digits of numbers, and unknown keys.
///
/// ```swift
/// let payload = try Payload(reading: file)
/// ```
public struct Payload: Hashable, Sendable {
    private static let topicKey = "Simulator Target Bundle"

    /// The payload as JSON.
    public let document: JSONDocument

    /// The topic that an `.apns` file for Apple's simulator names.
    public let topic: String?

    /// The sender's fields for the toolkit, read from opened content or added to a payload to seal.
    package let fields: ToolkitFields?

    /// Whether half of a surrogate pair stood in a text, in whose place U+FFFD stands now.
    package let isMended: Bool

    /// Reads a payload to be sealed: a plain one, or an `.apns` file as Apple's simulator takes it.
    ///
    /// The member `Simulator Target Bundle` of such a file becomes the `topic` and is left out of
    /// what is sealed. Half of a surrogate pair, which a cut leaves of a character, counts as
    /// U+FFFD (S-9).
    ///
    /// - Throws: ``SealingError/json(_:)``, ``SealingError/notAnObject``, ``SealingError/noAps``,
    ///   ``SealingError/topicNotAString``, or ``SealingError/reservedKey`` if there is a member
    ///   `sealedpush`.
    public init(reading bytes: [UInt8]) throws(SealingError) {
        let whole = try Self.reading { () throws(JSONError) in try JSONDocument(mending: bytes) }
        try self.init(sealing: whole, isMended: whole.root.isMended)
    }

    /// Reads a payload to be sealed that is part of a document.
    package init(reading value: JSONValue) throws(SealingError) {
        try self.init(sealing: JSONDocument(copying: value), isMended: value.isMended)
    }

    private init(sealing whole: JSONDocument, isMended: Bool) throws(SealingError) {
        try Self.check(whole)
        guard whole.root[ToolkitFields.key] == nil else { throw .reservedKey }
        guard let bundle = whole.root[Self.topicKey] else {
            self.init(document: whole, topic: nil, fields: nil, isMended: isMended)
            return
        }
        guard let topic = bundle.string else { throw .topicNotAString }
        let document = try Self.reading { () throws(JSONError) in
            try whole.removing(Self.topicKey, from: whole.root)
        }
        self.init(document: document, topic: topic, fields: nil, isMended: isMended)
    }

    /// Reads the content of an opened envelope, with the fields that its sender added (M-34).
    ///
    /// It need not be compact (M-34).
    ///
    /// - Throws: ``OpeningError/malformedMessage``.
    package init(opened bytes: [UInt8]) throws(OpeningError) {
        let document: JSONDocument
        do throws(SealingError) {
            document = try Self.reading { () throws(JSONError) in try JSONDocument(reading: bytes) }
            try Self.check(document)
        } catch {
            throw .malformedMessage
        }
        let member = document.root[ToolkitFields.key]
        var fields: ToolkitFields?
        if let member { fields = try ToolkitFields(reading: member) }
        self.init(document: document, topic: nil, fields: fields, isMended: false)
    }

    private init(
        document: JSONDocument,
        topic: String?,
        fields: ToolkitFields?,
        isMended: Bool
    ) {
        self.document = document
        self.topic = topic
        self.fields = fields
        self.isMended = isMended
    }

    private static func reading(
        _ body: () throws(JSONError) -> JSONDocument
    ) throws(SealingError) -> JSONDocument {
        do { return try body() } catch { throw .json(error) }
    }

    private static func check(_ document: JSONDocument) throws(SealingError) {
        guard document.root.kind == .object else { throw .notAnObject }
        guard document.root["aps"]?.kind == .object else { throw .noAps }
    }

    /// The payload, byte for byte.
    public var bytes: [UInt8] { document.bytes }

    /// The value of a field of the alert; nil if the payload has no such field.
    public func alert(_ field: Payload.AlertField) -> JSONValue? {
        let alert = document.root["aps"]?["alert"]
        guard field == .body, alert?.kind == .string else { return alert?[field.rawValue] }
        return alert
    }

    /// The payload with `fields` added at its end; the same payload if they are empty.
    ///
    /// - Throws: ``SealingError/reservedKey`` if it has fields already.
    package func adding(_ fields: ToolkitFields) throws(SealingError) -> Payload {
        guard document.root[ToolkitFields.key] == nil else { throw .reservedKey }
        guard !fields.isEmpty else { return self }
        return try replacing(fields) { () throws(JSONError) in
            try document.adding(ToolkitFields.key, fields.bytes, to: document.root)
        }
    }

    /// The payload with statements in its member `sealedpush`, behind the sender's other fields
    /// (M-36).
    ///
    /// - Throws: ``SealingError/json(_:)``.
    package func adding(statements: [String]) throws(SealingError) -> Payload {
        var fields = fields ?? ToolkitFields()
        fields.statements = statements
        return try with(fields)
    }

    /// The payload with the hash of the answer that the sender took.
    ///
    /// - Throws: ``SealingError/json(_:)``.
    package func adding(paired: AnswerHash) throws(SealingError) -> Payload {
        var fields = fields ?? ToolkitFields()
        fields.paired = paired
        return try with(fields)
    }

    /// The payload with these fields in the place of its own.
    private func with(_ fields: ToolkitFields) throws(SealingError) -> Payload {
        guard let member = document.root[ToolkitFields.key] else { return try adding(fields) }
        return try replacing(fields) { () throws(JSONError) in
            try document.replacing(member, with: fields.bytes)
        }
    }

    /// The payload as it was before statements were added.
    ///
    /// - Throws: Nothing that a caller can provoke: a shorter member breaks no rule.
    package func withoutStatements() throws(SealingError) -> Payload {
        guard var fields, let member = document.root[ToolkitFields.key] else { return self }
        fields.statements = []
        return try replacing(fields.isEmpty ? nil : fields) { () throws(JSONError) in
            guard fields.isEmpty else { return try document.replacing(member, with: fields.bytes) }
            return try document.removing(ToolkitFields.key, from: document.root)
        }
    }

    /// The number of bytes that ``adding(statements:)`` would make of it.
    package func count(with statements: some Collection<String>) -> Int {
        guard !statements.isEmpty else { return bytes.count }
        var fields = fields ?? ToolkitFields()
        fields.statements = Array(statements)
        let before = document.root[ToolkitFields.key]?.bytes.count
        // It is not the first member, since `aps` is there.
        return bytes.count + fields.bytes.count
            - (before ?? -(#","":"#.utf8.count + ToolkitFields.key.utf8.count))
    }

    private func replacing(
        _ fields: ToolkitFields?,
        in body: () throws(JSONError) -> JSONDocument
    ) throws(SealingError) -> Payload {
        try Payload(document: Self.reading(body), topic: topic, fields: fields, isMended: isMended)
    }

    /// The payload in as few bytes as mean the same: without white space between its tokens and
    /// without escapes that JSON does not need.
    public func compacted() -> Payload {
        replacing(document.compacted())
    }

    /// The payload with `document` in the place of its own, which must still have an object `aps`.
    func replacing(_ document: JSONDocument) -> Payload {
        Payload(document: document, topic: topic, fields: fields, isMended: isMended)
    }
}

extension Payload: Redacted {
    /// The number of bytes; the content is never printed.
    public var description: String { "Payload of \(bytes.count) bytes" }
}

extension Payload {
    /// The kinds of push that a sealed payload travels in, and to which it is bound: neither opens
    /// as the other (M-25).
    public enum PushKind: String, CaseIterable, Hashable, Sendable {
        /// A push that shows an alert.
        case alert
        /// A push that announces a call.
        case voip

        /// The limit of APNs in bytes for the payload of such a push.
        public var byteLimit: Int {
            switch self {
            case .alert: 4096
            case .voip: 5120
            }
        }
    }
}
