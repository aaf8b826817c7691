// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A contact as a file carries it from one address book to another.
public struct ContactEntry: Hashable, Sendable {
    /// The name, as ``Contact/name``; nil for an identity that has none.
    public var name: String?
    /// The identity that signs the messages.
    public var identity: SenderIdentity
    /// The code that the name is for.
    public var code: String?
    /// The trust that the file gives the identity.
    public var trust: ContactStatus.Trust
    /// The part of its messages that is shown.
    public var preview: ContactStatus.PreviewPolicy
    /// The kind that the file gives the contact.
    public var kind: ContactStatus.Kind

    /// Makes an entry from its parts.
    public init(
        name: String?,
        identity: SenderIdentity,
        code: String? = nil,
        trust: ContactStatus.Trust = .unverified,
        preview: ContactStatus.PreviewPolicy = .full,
        kind: ContactStatus.Kind = .person
    ) {
        self.name = name
        self.identity = identity
        self.code = code
        self.trust = trust
        self.preview = preview
        self.kind = kind
    }
}

extension ContactEntry: Redacted {}

/// An error in reading an entry of a file; no case holds any of its content.
@nonexhaustive
public enum ContactEntryError: Error, Hashable {
    /// A line, or a property of a card, has more than 64 KiB.
    case tooLarge
    /// Text is not UTF-8, or is not in the charset that it names.
    case notUTF8
    /// The charset of a card's text is unknown.
    case unknownCharset
    /// A line is not JSON, or breaks a limit of the reader.
    case malformedJSON(JSONError)
    /// A line of JSON is no object.
    case notAnObject
    /// A line of a card is no property.
    case malformedLine
    /// A card is not of version 2.1, 3.0 or 4.0.
    case wrongVersion
    /// A card ends before its `END:VCARD`.
    case unfinished
    /// There is something else between cards.
    case outsideCard
    /// A backslash is followed by a character that it cannot escape.
    case wrongEscape
    /// A value has a wrong type, or is not one of the known values.
    case wrongValue
    /// A member or property occurs twice, and may occur once.
    case repeated
    /// The entry has no identity: it is a contact of an address book who sends no sealed pushes.
    case noIdentity
    /// The identity was mistyped, cut or is no key.
    case identityRefused
    /// A code has no name.
    case noName
}

extension ContactEntryError: NamedError {
    /// The name and the fault, in words.
    public var explanation: (name: String, message: String) {
        switch self {
        case .tooLarge: ("tooLarge", "it has more than 64 KiB")
        case .notUTF8: ("notUTF8", "it is not UTF-8, or not in the charset that it names")
        case .unknownCharset: ("unknownCharset", "it names a charset that is not known here")
        case .malformedJSON(let error):
            ("malformedJSON", "it is not JSON as it has to be: \(error.message)")
        case .notAnObject: ("notAnObject", "it is not a JSON object")
        case .malformedLine: ("malformedLine", "it is no property of a card")
        case .wrongVersion: ("wrongVersion", "the card is not of version 2.1, 3.0 or 4.0")
        case .unfinished: ("unfinished", "the card ends without END:VCARD")
        case .outsideCard: ("outsideCard", "it stands outside a card")
        case .wrongEscape: ("wrongEscape", "a backslash stands where none can")
        case .wrongValue:
            ("wrongValue", "a value is of a wrong type, or none of those that there are")
        case .repeated: ("repeated", "something is there twice")
        case .noIdentity: ("noIdentity", "there is no identity")
        case .identityRefused:
            ("identityRefused", "the identity was mistyped or cut, or is no valid key")
        case .noName: ("noName", "a code has no name")
        }
    }
}

/// An entry of a file, or the error in reading it, with its line.
public struct NumberedEntry: Hashable, Sendable {
    /// The line on which the entry begins, or that is wrong; the first is 1.
    public let line: Int
    /// The entry.
    public let entry: Result<ContactEntry, ContactEntryError>

    /// Makes a numbered entry.
    public init(line: Int, entry: Result<ContactEntry, ContactEntryError>) {
        self.line = line
        self.entry = entry
    }
}

extension ContactEntry {
    /// One JSON object and a line feed.
    var jsonLine: [UInt8] {
        JSONWriter.object { object in
            object.add("identity", identity.text)
            if let name {
                object.add("name", name)
            } else {
                object.null("name")
            }
            if let code { object.add("code", code) }
            object.add("trust", trust.rawValue)
            object.add("preview", preview.rawValue)
            if kind == .service { object.add("kind", kind.rawValue) }
        } + [UInt8(ascii: "\n")]
    }

    /// Reads an object; members that are not known are passed over.
    init(json: JSONValue) throws(ContactEntryError) {
        guard json.kind == .object else { throw .notAnObject }
        guard let text = try json.text("identity") else { throw .noIdentity }
        guard let identity = try? SenderIdentity(text: text) else { throw .identityRefused }
        let name = try json.text("name")
        let code = try json.text("code")
        guard name != nil || code == nil else { throw .noName }
        self.init(
            name: name,
            identity: identity,
            code: code,
            trust: try json.text("trust").map(ContactStatus.Trust.init(entry:)) ?? .unverified,
            preview: try json.text("preview").map(ContactStatus.PreviewPolicy.init(entry:))
                ?? .full,
            kind: try json.text("kind").map(ContactStatus.Kind.init(entry:)) ?? .person
        )
    }
}

extension NumberedEntry {
    /// Reads a line of JSON; an empty one is none.
    init?(jsonLine line: LineReader.Line) {
        guard !line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return nil }
        self.line = line.number
        do throws(ContactEntryError) {
            guard !line.isCut else { throw .tooLarge }
            entry = .success(try ContactEntry(json: Self.document(line.bytes).root))
        } catch {
            entry = .failure(error)
        }
    }

    private static func document(_ bytes: [UInt8]) throws(ContactEntryError) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(reading: bytes)
        } catch {
            throw .malformedJSON(error)
        }
    }
}

extension JSONValue {
    /// The string of a member, nil if it is absent or null.
    fileprivate func text(_ key: String) throws(ContactEntryError) -> String? {
        guard let value = self[key], !value.isNull else { return nil }
        guard let text = value.string else { throw .wrongValue }
        return text
    }
}

extension ContactStatus.Kind {
    /// Reads the word of a file.
    init(entry word: String) throws(ContactEntryError) {
        guard let kind = ContactStatus.Kind(rawValue: word) else { throw .wrongValue }
        self = kind
    }
}

extension ContactStatus.Trust {
    /// Reads the word of a file.
    init(entry word: String) throws(ContactEntryError) {
        guard let trust = ContactStatus.Trust(rawValue: word) else { throw .wrongValue }
        self = trust
    }
}

extension ContactStatus.PreviewPolicy {
    /// Reads the word of a file.
    init(entry word: String) throws(ContactEntryError) {
        guard let preview = ContactStatus.PreviewPolicy(rawValue: word) else { throw .wrongValue }
        self = preview
    }
}
