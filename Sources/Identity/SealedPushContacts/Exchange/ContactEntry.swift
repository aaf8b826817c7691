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

extension ContactEntryError: ExplainedError {
    /// The fault, in words.
    public var message: String {
        switch self {
        case .tooLarge: "it has more than 64 KiB"
        case .notUTF8: "it is not UTF-8, or not in the charset that it names"
        case .unknownCharset: "it names a charset that is not known here"
        case .malformedJSON(let error): "it is not JSON as it has to be: \(error.message)"
        case .notAnObject: "it is not a JSON object"
        case .malformedLine: "it is no property of a card"
        case .wrongVersion: "the card is not of version 2.1, 3.0 or 4.0"
        case .unfinished: "the card ends without END:VCARD"
        case .outsideCard: "it stands outside a card"
        case .wrongEscape: "a backslash stands where none can"
        case .wrongValue: "a value is of a wrong type, or none of those that there are"
        case .repeated: "something is there twice"
        case .noIdentity: "there is no identity"
        case .identityRefused: "the identity was mistyped or cut, or is no valid key"
        case .noName: "a code has no name"
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
