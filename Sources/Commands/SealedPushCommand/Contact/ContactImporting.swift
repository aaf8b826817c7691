// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto

/// An import that is under way: entries are gathered, written some thousands at a time, and told
/// about.
struct ContactImporting {
    private let book: ContactBook
    private let keepsTrust: Bool
    private let renames: Bool
    private var added = AddedIdentities()
    private let allowsTestKeys: Bool
    private var reader: ContactEntryReader
    private var waiting: [(line: Int, entry: ContactEntry)] = []
    private var counts: [AddOutcome: Int] = [:]
    /// Cards of people who send no sealed pushes.
    private var foreign = 0
    private var malformed = 0
    private var refused = 0
    private var lookalikes = 0
    private let format: ContactFormat
    private var limit: ContactFileLimit

    /// How many entries are written at once.
    private static let batch = 4096

    init(
        into book: ContactBook,
        format: ContactFormat,
        keepsTrust: Bool,
        renames: Bool,
        allowsTestKeys: Bool,
        until end: ContinuousClock.Instant? = nil
    ) {
        limit = ContactFileLimit(until: end)
        self.book = book
        self.format = format
        self.keepsTrust = keepsTrust
        self.renames = renames
        self.allowsTestKeys = allowsTestKeys
        reader = ContactEntryReader(format)
    }

    /// Reads to the end with `read`, which fills what it is given as far as the file goes, and says
    /// how far that was.
    ///
    /// Where reading fails, or what comes is no file of contacts, what came before is added all the
    /// same, as far as it is whole.
    mutating func run(
        _ read: (inout MutableSpan<UInt8>) throws -> Int
    ) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        do {
            while true {
                var span = buffer.mutableSpan
                let count = try read(&span)
                guard count > 0 else { break }
                let (sound, error) = limit.take(buffer.span.extracting(first: count))
                for entry in reader.read(buffer.span.extracting(first: sound)) { try take(entry) }
                if let error { throw error }
            }
            for entry in reader.finish() { try take(entry) }
        } catch {
            defer { report() }
            // Where it was the store that failed nothing waits any more.
            try write()
            throw error
        }
        try write()
        report()
        try checkAll()
    }

    /// How many entries came to what.
    var summary: String {
        let added = counts[.added, default: 0]
        let renamed = counts[.renamed, default: 0]
        let unchanged = counts[.unchanged, default: 0]
        return "added \(added), renamed \(renamed), there before \(unchanged)"
    }

    private func report() {
        Console.note(summary)
        if lookalikes > 0 {
            let (one, many) = ("name looks like another's", "names look like others'")
            Console.note("\(counted(lookalikes, one, many)): see who they are")
        }
        if foreign > 0 {
            Console.note("\(counted(foreign, "card has", "cards have")) no key of ours")
        }
    }

    /// Throws where not all was well.
    private func checkAll() throws {
        guard malformed == 0 else {
            throw CommandError(
                .notAuthentic,
                name: "malformedEntry",
                "\(counted(malformed + refused, "entry was", "entries were")) not added",
                hint: "the notes above say on which lines, and why"
            )
        }
        guard refused == 0 else {
            throw CommandError(
                .senderNotAccepted,
                name: "refusedEntry",
                "\(counted(refused, "entry was", "entries were")) refused",
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
            Console.note("line \(numbered.line): \(error.message) (\(error.name))")
            try limit.check(malformed: malformed)
        }
    }

    private mutating func write() throws {
        var allowed: [(line: Int, entry: ContactEntry)] = []
        for (line, entry) in waiting {
            if allowsTestKeys || !TestIdentities.contains(entry.identity.bytes) {
                allowed.append((line, entry))
            } else {
                refuse(line, "\(CommandError.testIdentity.message) (testIdentity)")
            }
        }
        waiting = []
        let results = try book.add(
            allowed.map(\.entry),
            keepsTrust: keepsTrust,
            renames: renames,
            after: &added
        )
        for ((line, entry), result) in zip(allowed, results) {
            switch result {
            case .success(let outcome):
                counts[outcome, default: 0] += 1
                if outcome != .unchanged { try noteLookalike(of: entry, line) }
            case .failure(let error): refuse(line, "\(error.message) (\(error.name))")
            }
        }
    }

    /// Tells a name that looks like that of another contact.
    private mutating func noteLookalike(of entry: ContactEntry, _ line: Int) throws {
        guard let name = entry.name,
            try book.isName(name, ofOtherThan: entry.identity.bytes)
        else { return }
        lookalikes += 1
        Console.note("line \(line): looks like another contact's name")
    }

    private mutating func refuse(_ line: Int, _ reason: String) {
        refused += 1
        Console.note("line \(line): \(reason)")
    }
}
