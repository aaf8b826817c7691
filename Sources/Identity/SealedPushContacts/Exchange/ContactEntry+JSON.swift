// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

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
