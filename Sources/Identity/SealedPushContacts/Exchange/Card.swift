// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// A vCard that is being read: what we take of it, and the first thing that is wrong.
///
/// `VERSION` says what the other properties mean, and may stand behind them before 4.0. So those
/// that count are kept until the card's end, as far as there is room.
struct Card {
    private let line: Int
    /// What is wrong, whatever else is in the card.
    private var failure: NumberedEntry?
    /// What is wrong if the card is one of ours: those of others are passed over as they are.
    private var fault: NumberedEntry?
    /// The first line that is no property and loses nothing of ours: told beside the card.
    private var stray: NumberedEntry?
    private var version: CardVersion?
    private var identity: SenderIdentity?
    private var kept: [Kept] = []
    /// How many bytes may still be kept.
    private var room = LineReader.limit

    private struct Kept {
        let property: CardProperty
        let line: Int
        let isCut: Bool
    }

    private struct Failure: Error {
        let line: Int
        let error: ContactEntryError
    }

    /// What a property that is kept costs beside its bytes.
    private static let cost = 64

    /// Properties of ours (RFC 6350, section 6.10).
    enum Extension {
        static let code = "X-SEALEDPUSH-CODE"
        static let trust = "X-SEALEDPUSH-TRUST"
        static let preview = "X-SEALEDPUSH-PREVIEW"
        static let kind = "X-SEALEDPUSH-KIND"
        static let all: Set = [code, trust, preview, kind]
    }

    /// In the order in which a name is looked for.
    private static let names = ["FN", "N", "NICKNAME", "ORG"]

    /// A card whose `BEGIN` stands on this line.
    init(line: Int) {
        self.line = line
    }

    /// Takes a line and its property, which is nil for a line that is none.
    mutating func add(_ property: CardProperty?, _ line: LineReader.Line) {
        guard failure == nil else { return }
        func failed(_ error: ContactEntryError) -> NumberedEntry {
            NumberedEntry(line: line.number, entry: .failure(error))
        }
        guard let property else {
            let entry = failed(line.isCut ? .tooLarge : .malformedLine)
            if Self.isOfOurs(line.bytes) {
                failure = entry
            } else if Self.isOfName(line.bytes) {
                fault = fault ?? entry
            } else {
                stray = stray ?? entry
            }
            return
        }
        switch property.name {
        case "VERSION":
            let stated = CardVersion(rawValue: property.word)
            if stated == nil || version != nil && version != stated {
                fault = fault ?? failed(.wrongVersion)
            }
            version = version ?? stated
        case "KEY":
            guard let text = property.ownKey else { return }
            if line.isCut {
                failure = failed(.tooLarge)
            } else if let key = try? SenderIdentity(text: text) {
                // Cards that were merged have the same key twice.
                if let identity, identity != key { failure = failed(.repeated) }
                identity = key
            } else {
                failure = failed(.identityRefused)
            }
        case let name where Self.names.contains(name) || Extension.all.contains(name):
            room -= property.count + Self.cost
            if room >= 0 {
                kept.append(Kept(property: property, line: line.number, isCut: line.isCut))
            } else {
                fault = fault ?? failed(.tooLarge)
            }
        default: return
        }
    }

    /// What the card comes to at its end, and behind a contact what was passed over: a line, and a
    /// name that can't be read.
    func entries(isFinished: Bool) -> [NumberedEntry] {
        var unread: NumberedEntry?
        let entry = entry(isFinished: isFinished, &unread)
        guard case .success = entry.entry else { return [entry] }
        return [entry] + [stray, unread].compactMap(\.self)
    }

    private func entry(isFinished: Bool, _ unread: inout NumberedEntry?) -> NumberedEntry {
        if let failure { return failure }
        do throws(Failure) {
            guard isFinished else { throw Failure(line: line, error: .unfinished) }
            guard let identity else { throw Failure(line: line, error: .noIdentity) }
            if let fault { return fault }
            guard let version else { throw Failure(line: line, error: .wrongVersion) }
            let name = try name(version, &unread)
            let code = try own(Extension.code, version) { text in text }
            guard name != nil || code == nil else { throw Failure(line: line, error: .noName) }
            let entry = ContactEntry(
                name: name,
                identity: identity,
                code: code,
                trust: try own(Extension.trust, version, ContactStatus.Trust.init(entry:))
                    ?? .unverified,
                preview: try own(
                    Extension.preview,
                    version,
                    ContactStatus.PreviewPolicy.init(entry:)
                )
                    ?? .full,
                kind: try own(Extension.kind, version, ContactStatus.Kind.init(entry:)) ?? .person
            )
            return NumberedEntry(line: line, entry: .success(entry))
        } catch {
            return NumberedEntry(line: error.line, entry: .failure(error.error))
        }
    }

    /// The value of a property of ours, which may be there once.
    private func own<Value>(
        _ name: String,
        _ version: CardVersion,
        _ read: (String) throws(ContactEntryError) -> Value
    ) throws(Failure) -> Value? {
        let found = kept.filter { $0.property.name == name }
        guard let first = found.first else { return nil }
        if found.count > 1 { throw Failure(line: found[1].line, error: .repeated) }
        return try at(first) { () throws(ContactEntryError) in
            try read(first.property.text(version))
        }
    }

    /// The first name that is not blank, with a space for a line break; one that can't be read only
    /// counts if there is no other.
    ///
    /// Of a property the preferred one comes first (RFC 6350, section 5.3); others are the same in
    /// other languages.
    private func name(
        _ version: CardVersion,
        _ unread: inout NumberedEntry?
    ) throws(Failure) -> String? {
        var failure: Failure?
        for kept in Self.names.flatMap(inOrder) {
            do throws(Failure) {
                let text = try at(kept) { () throws(ContactEntryError) in
                    switch kept.property.name {
                    case "FN": try kept.property.text(version)
                    case "N": try kept.property.nameOfParts(version)
                    case "NICKNAME": try kept.property.first(version, of: UInt8(ascii: ","))
                    default: try kept.property.first(version, of: UInt8(ascii: ";"))
                    }
                }
                guard !text.isBlank else { continue }
                unread = failure.map { NumberedEntry(line: $0.line, entry: .failure($0.error)) }
                return text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return nil
    }

    private func inOrder(_ name: String) -> [Kept] {
        kept.filter { $0.property.name == name }
            .sorted { ($0.property.preference, $0.line) < ($1.property.preference, $1.line) }
    }

    private func at<Value>(
        _ kept: Kept,
        _ body: () throws(ContactEntryError) -> Value
    ) throws(Failure) -> Value {
        do throws(ContactEntryError) {
            guard !kept.isCut else { throw .tooLarge }
            return try body()
        } catch {
            throw Failure(line: kept.line, error: error)
        }
    }

    /// Whether a line that is no property may have been a name: its parameters do not end.
    private static func isOfName(_ line: [UInt8]) -> Bool {
        let start = line.prefix(1024).prefix { $0 != UInt8(ascii: ";") }
        guard start.count < line.count,
            let name = start.split(separator: UInt8(ascii: "."), maxSplits: 1).last
        else { return false }
        return names.contains(String(decoding: name, as: UTF8.self).uppercased())
    }

    /// Whether a line that is no property may have been one of ours.
    private static func isOfOurs(_ line: [UInt8]) -> Bool {
        String(decoding: line.prefix(1024), as: UTF8.self).lowercased().contains("sealedpush-")
    }
}

extension String {
    /// Whether nothing of a name would be shown.
    fileprivate var isBlank: Bool { NameText.cleaned(self, limit: .max).isEmpty }
}

extension CardProperty {
    /// The one text of the value.
    fileprivate func text(_ version: CardVersion) throws(ContactEntryError) -> String {
        try CardText.unescaped(parts(version, separator: nil).flatMap(\.self), version)
    }

    /// The first text of a list that is not empty; else an empty one.
    fileprivate func first(
        _ version: CardVersion,
        of separator: UInt8
    ) throws(ContactEntryError) -> String {
        for part in try parts(version, separator: separator) {
            let text = try CardText.unescaped(part, version)
            if !text.isBlank { return text }
        }
        return ""
    }

    /// The parts of `N` (RFC 2426, section 3.1.2, and RFC 6350, section 6.2.2) as people say them:
    /// prefixes, given name, further ones, family name, suffixes.
    fileprivate func nameOfParts(_ version: CardVersion) throws(ContactEntryError) -> String {
        let parts = try parts(version, separator: UInt8(ascii: ";"))
        var words: [String] = []
        for place in [3, 1, 2, 0, 4] where place < parts.count {
            // 2.1 has one text for each part.
            let texts =
                version == .v21
                ? [parts[place]] : CardText.split(parts[place][...], at: UInt8(ascii: ","))
            for text in texts { words.append(try CardText.unescaped(text, version)) }
        }
        return words.filter { !$0.isBlank }.joined(separator: " ")
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
