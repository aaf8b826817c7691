// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import StoreTestSupport
import Testing

@testable import SealedPushContacts

/// A book on a simulated disk, to which the events of a chain happen.
final class ContactPlayer {
    /// Each reason of a refusal that the player can tell.
    static let refusals: Set = [
        "unknownPredecessor", "knownSuccessor", "hasSuccessor", "tooManyCandidates",
        "unknownIdentity", "noCandidate", "contactBlocked", "identityRevoked", "identityChanged",
    ]

    /// The identities of all chains, since computing a safety number takes time.
    private static let people: [String: Person] = {
        let words = ["ann", "bob"] + (1...12).map { "k\($0)" }
        return Dictionary(uniqueKeysWithValues: words.map { ($0, Person()) })
    }()
    private static let words = Dictionary(
        uniqueKeysWithValues: people.map { ($1.identity.bytes, $0) }
    )
    private static let device = DeviceIdentity(SigningKey().publicKey)

    private struct Person {
        let keys = SenderKeys()
        let number: SafetyNumber?

        var identity: SenderIdentity { keys.identity }

        init() {
            number = try? SafetyNumber(sender: keys.identity, device: ContactPlayer.device)
        }
    }

    private var files: SimulatedFileSystem
    private var book: ContactBook

    init() throws {
        files = SimulatedFileSystem(try .withStore())
        book = ContactBook(try files.store())
    }

    /// What differs after an event, or nil.
    func play(
        _ event: ContactEvent,
        refused: [String],
        _ expected: ContactState
    ) async throws -> String? {
        let answer: Set<String>
        if let step = event.killed, refused.isEmpty {
            try await kill(behind: step, event)
            answer = []
        } else {
            answer = try perform(event, on: book)
        }
        guard refused.isEmpty ? answer.isEmpty : !answer.isDisjoint(with: refused) else {
            return "\(answer.sorted()), not \(refused)"
        }
        return try state(of: expected.identities.keys)
            .difference(from: expected)
    }

    private func person(_ word: String?) throws -> Person {
        try #require(word.flatMap { Self.people[$0] })
    }

    /// Does it, and gives the reasons for which it was refused, or that its answer can mean.
    private func perform(_ event: ContactEvent, on book: ContactBook) throws -> Set<String> {
        if let pair = event.succession {
            let (old, new) = try (person(pair.first), person(pair.last))
            return switch try book.apply(.from(old.keys, to: new.keys)) {
            case .named: []
            case .unchanged: ["knownSuccessor", "hasSuccessor"]
            case .unknownSender: ["unknownPredecessor"]
            case .decided: ["knownSuccessor"]
            case .hasSuccessor: ["hasSuccessor"]
            case .tooManyCandidates: ["tooManyCandidates"]
            }
        }
        if let word = event.revocation { return try revoke(person(word), by: event.by, on: book) }
        do throws(ContactError) {
            return try decide(event, on: book)
        } catch .unknownContact {
            return ["noCandidate"]
        } catch {
            return [error.name]
        }
    }

    private func revoke(
        _ person: Person,
        by way: String?,
        on book: ContactBook
    ) throws -> Set<String> {
        guard way == "way" else {
            try book.apply(.of(person.keys))
            return []
        }
        let isKnown = try book.known(person.identity.bytes) != nil
        try book.apply([.revocation(.of(person.keys))])
        return isKnown ? [] : ["unknownIdentity"]
    }

    /// An event that a person or the app makes happen.
    private func decide(
        _ event: ContactEvent,
        on book: ContactBook
    ) throws(ContactError) -> Set<String> {
        let word =
            event.add ?? event.import ?? event.verify ?? event.take ?? event.block ?? event.unblock
            ?? event.remove ?? ""
        guard let person = Self.people[word], let number = person.number else {
            return ["no event"]
        }
        let identity = person.identity
        if event.add != nil {
            try book.add(name: event.name ?? "", identity: identity, code: event.code)
        } else if event.import != nil {
            let entry = ContactEntry(name: event.name, identity: identity, code: event.code)
            for result in try book.add([entry], renames: true) { _ = try result.get() }
        } else if event.verify != nil {
            try book.verify(identity, by: number, device: Self.device)
        } else if event.take != nil {
            return try book.take(identity) ? [] : ["noCandidate"]
        } else if event.block != nil {
            try book.block(identity)
        } else if event.unblock != nil {
            try book.unblock(identity)
        } else {
            return try book.remove(identity: identity) ? [] : ["nothing to remove"]
        }
        return []
    }

    /// Takes a candidate, and kills the process behind a step of D-10.
    private func kill(behind step: Int, _ event: ContactEvent) async throws {
        let new = try person(event.verify ?? event.take).identity.bytes
        let old = try #require(try book.known(new)).contact
        let left = try await files.disk.killing(atReading: false) { store in
            let refused = try perform(event, on: ContactBook(store))
            try #require(refused.isEmpty || refused == ["inputOutput"])
        }
        func record(_ identity: [UInt8], _ disk: SimulatedDisk) throws -> IdentityRecord? {
            try ContactBook(disk.store()).identityRecord(of: identity)
        }
        let found =
            switch step {
            case 1: try left.first { try record(old, $0)?.successor == new }
            case 2: try left.last { try record(new, $0) == nil }
            default: try left.first { try record(new, $0) != nil }
            }
        files = SimulatedFileSystem(try #require(found))
        book = ContactBook(try files.store())
    }

    private func state(of words: some Sequence<String>) throws -> ContactState {
        let listing = try book.list()
        #expect(listing.failures.isEmpty)
        var identities: [String: ContactState.One] = [:]
        for word in words { identities[word] = try one(person(word).identity, listing) }
        var owners: [String: String] = [:]
        for code in ["c1", "c2", "c3"] {
            owners[code] = try book.identity(ofCode: code).flatMap { Self.words[$0.bytes] }
        }
        return ContactState(codes: owners, identities: identities)
    }

    private func one(
        _ identity: SenderIdentity,
        _ listing: ContactListing
    ) throws -> ContactState.One {
        let bytes = identity.bytes
        let status = try book.status(of: bytes)
        let known = try book.known(bytes)
        let isRevoked = try book.isRevoked(bytes)
        let contact = listing.contacts.first { $0.identity == identity }
        let candidate = listing.candidates.first { $0.identity == identity }
        let record = try book.candidate(bytes)
        // One that is gone is not listed; one that was removed neither.
        let counts = candidate != nil || record?.state == .removed
        #expect((contact?.status ?? candidate?.status) == status)
        #expect(counts || record == nil || (record?.state == .open && known == nil))
        return ContactState.One(
            kind: known == nil ? .neither : contact == nil ? .candidate : .contact,
            of: (candidate?.contact.bytes ?? (counts ? record?.contact : nil)).flatMap {
                Self.words[$0]
            },
            record: counts ? record.map { "\($0.state)" } : nil,
            trust: contact?.status.trust.rawValue,
            successor: contact?.successor.flatMap { Self.words[$0.bytes] },
            names: try names(bytes, known),
            silenced: status?.isSilenced ?? isRevoked,
            labelled: known != nil && status?.needsCheck == true,
            revoked: isRevoked
        )
    }

    /// What messages with each code are called, and those without one.
    private func names(_ identity: [UInt8], _ known: KnownSender?) throws -> [String: String] {
        var names: [String: String] = [:]
        guard known != nil else { return names }
        let resolver = NameResolver(contacts: book)
        for code in ["c1", "c2", "c3"] {
            let name = try resolver.resolve(sender: identity, code: code, selfDeclared: nil)
            if name.source == .contactCode { names[code] = name.name }
            names[""] = name.identityName
        }
        return names
    }
}
