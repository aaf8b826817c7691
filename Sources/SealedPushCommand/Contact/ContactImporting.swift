// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto

/// An import that is under way: entries are gathered, written some thousands at a time, and told about.
struct ContactImporting {
    private let book: ContactBook
    private let keepsTrust: Bool
    private let testKeys: TestKeyOptions
    private var reader: ContactEntryReader
    private var waiting: [(line: Int, entry: ContactEntry)] = []
    private var counts: [AddOutcome: Int] = [:]
    /// Cards of people who send no sealed pushes.
    private var foreign = 0
    private var malformed = 0
    private var refused = 0

    private let format: ContactFormat

    /// How many entries are written at once.
    private static let batch = 4096

    init(
        into book: ContactBook,
        format: ContactFormat,
        keepsTrust: Bool,
        testKeys: TestKeyOptions
    ) {
        self.book = book
        self.format = format
        self.keepsTrust = keepsTrust
        self.testKeys = testKeys
        reader = ContactEntryReader(format)
    }

    mutating func read(_ bytes: Span<UInt8>) throws {
        for entry in reader.read(bytes) { try take(entry) }
    }

    /// Adds what is left, says what came of all, and throws where not all was well.
    mutating func finish() throws {
        for entry in reader.finish() { try take(entry) }
        try write()
        let added = counts[.added, default: 0]
        let renamed = counts[.renamed, default: 0]
        let unchanged = counts[.unchanged, default: 0]
        Console.note("added \(added), renamed \(renamed), there before \(unchanged)")
        if foreign > 0 { Console.note("\(foreign) cards have no key of ours") }
        guard malformed == 0 else {
            throw CommandError(
                .notAuthentic,
                name: "malformedEntry",
                "\(malformed + refused) entries were not added",
                hint: "the notes above say on which lines, and why"
            )
        }
        guard refused == 0 else {
            throw CommandError(
                .senderNotAccepted,
                name: "refusedEntry",
                "\(refused) entries were refused",
                hint: "the notes above say on which lines, and why"
            )
        }
    }

    private mutating func take(_ numbered: NumberedEntry) throws {
        switch numbered.entry {
        case .success(let entry):
            waiting.append((numbered.line, entry))
            if waiting.count == Self.batch { try write() }
        // Most cards of an address book are of people who send no sealed pushes.
        case .failure(.noIdentity) where format == .vcard:
            foreign += 1
        case .failure(let error):
            malformed += 1
            Console.note("line \(numbered.line): \(error.rawValue)")
        }
    }

    private mutating func write() throws {
        var allowed: [(line: Int, entry: ContactEntry)] = []
        for (line, entry) in waiting {
            if testKeys.insecureTestKeys || !TestIdentities.contains(entry.identity.bytes) {
                allowed.append((line, entry))
            } else {
                refuse(line, "testIdentity")
            }
        }
        waiting = []
        let results = try book.add(allowed.map(\.entry), keepsTrust: keepsTrust)
        for ((line, _), result) in zip(allowed, results) {
            switch result {
            case .success(let outcome): counts[outcome, default: 0] += 1
            case .failure(let error): refuse(line, error.word)
            }
        }
    }

    private mutating func refuse(_ line: Int, _ reason: String) {
        refused += 1
        Console.note("line \(line): \(reason)")
    }
}

extension ContactError {
    /// The name of the case.
    fileprivate var word: String {
        if case .store(let error) = self { return "\(error)" }
        return "\(self)"
    }
}
