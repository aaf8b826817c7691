// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// A vCard that is being read: what we take of it, and the first thing that is wrong.
struct Card {
    private let line: Int
    private var failure: NumberedEntry?
    private var isVersion4 = false
    private var name: String?
    private var nickname: String?
    private var identity: SenderIdentity?
    private var code: String?
    private var trust: ContactStatus.Trust?
    private var preview: ContactStatus.PreviewPolicy?
    private var kind: ContactStatus.Kind?

    /// Properties of ours (RFC 6350, section 6.10).
    enum Extension {
        static let code = "X-SEALEDPUSH-CODE"
        static let trust = "X-SEALEDPUSH-TRUST"
        static let preview = "X-SEALEDPUSH-PREVIEW"
        static let kind = "X-SEALEDPUSH-KIND"
    }

    /// A card whose `BEGIN` stands on this line.
    init(line: Int) {
        self.line = line
    }

    /// Takes a property, or nil for a line that is none; `isCut` if its end is missing.
    mutating func add(_ property: CardProperty?, line: Int, isCut: Bool) {
        guard failure == nil else { return }
        do throws(ContactEntryError) {
            guard let property else { throw isCut ? .tooLarge : .malformedLine }
            try add(property, isCut: isCut)
        } catch {
            failure = NumberedEntry(line: line, entry: .failure(error))
        }
    }

    /// What the card comes to at its end.
    func entry(isFinished: Bool) -> NumberedEntry {
        if let failure { return failure }
        do throws(ContactEntryError) {
            guard isFinished else { throw .unfinished }
            guard isVersion4 else { throw .wrongVersion }
            guard let identity else { throw .noIdentity }
            let name = [name, nickname].compactMap(\.self).first { !$0.isEmpty }
            guard name != nil || code == nil else { throw .noName }
            let entry = ContactEntry(
                name: name,
                identity: identity,
                code: code,
                trust: trust ?? .unverified,
                preview: preview ?? .full,
                kind: kind ?? .person
            )
            return NumberedEntry(line: line, entry: .success(entry))
        } catch {
            return NumberedEntry(line: line, entry: .failure(error))
        }
    }

    private mutating func add(
        _ property: CardProperty,
        isCut: Bool
    ) throws(ContactEntryError) {
        let value = property.value
        switch property.name {
        case "VERSION":
            guard value.elementsEqual("4.0".utf8) else { throw .wrongVersion }
            isVersion4 = true
        // The first name is taken: others are the same in other languages.
        case "FN" where name?.isEmpty ?? true: name = try Self.whole(value, isCut)
        case "NICKNAME" where nickname == nil:
            guard !isCut else { throw .tooLarge }
            nickname = try CardText.list(value).first { !$0.isEmpty }
        case "KEY":
            // Other keys, such as OpenPGP's, are passed over.
            guard value.starts(with: "sealedpush-sender-".utf8) else { return }
            let text = try Self.whole(value, isCut)
            guard let key = try? SenderIdentity(text: text) else { throw .identityRefused }
            try Self.set(&identity, key)
        case Extension.code: try Self.set(&code, Self.whole(value, isCut))
        case Extension.trust: try Self.set(&trust, .init(entry: Self.whole(value, isCut)))
        case Extension.preview: try Self.set(&preview, .init(entry: Self.whole(value, isCut)))
        case Extension.kind: try Self.set(&kind, .init(entry: Self.whole(value, isCut)))
        default: return
        }
    }

    private static func whole(
        _ value: ArraySlice<UInt8>,
        _ isCut: Bool
    ) throws(ContactEntryError) -> String {
        guard !isCut else { throw .tooLarge }
        return try CardText.text(value)
    }

    private static func set<Value>(
        _ place: inout Value?,
        _ value: Value
    ) throws(ContactEntryError) {
        guard place == nil else { throw .repeated }
        place = value
    }
}

extension ContactEntry {
    /// The entry as a card; the name of a contact without one is empty, since `FN` has to be there.
    var card: [UInt8] {
        var properties = [
            ("BEGIN", "VCARD"), ("VERSION", "4.0"), ("FN", CardText.escaped(name ?? "")),
            ("KEY", identity.text),
        ]
        if let code { properties.append((Card.Extension.code, CardText.escaped(code))) }
        properties.append((Card.Extension.trust, trust.rawValue))
        properties.append((Card.Extension.preview, preview.rawValue))
        if kind == .service { properties.append((Card.Extension.kind, kind.rawValue)) }
        properties.append(("END", "VCARD"))
        return properties.flatMap { CardText.line($0, $1) }
    }
}
