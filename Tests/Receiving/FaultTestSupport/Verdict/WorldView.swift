// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushClaims
import SealedPushCrypto
import SealedPushKeys
package import SealedPushStore

/// Everything that the stores of a scene hold at one moment, fact by fact, and what of it is wrong
/// on its own.
///
/// Looking changes nothing.
package struct WorldView: Sendable {
    /// What a fact is about.
    package struct Fact: Hashable, Sendable {
        /// The store.
        package let place: String
        /// The kind of record, or what it is that is no record.
        package let kind: String
        /// What it is called.
        package let id: [UInt8]
    }

    /// The facts.
    package internal(set) var facts: [Fact: [UInt8]] = [:]
    /// What is damaged, or should not be so in any store.
    package internal(set) var troubles: [String] = []
    /// The device of each store that has one.
    package internal(set) var devices: [String: DeviceIdentity] = [:]

    /// The senders of each store, by what it calls them.
    private var senders: [String: [String: SenderIdentity]] = [:]

    /// The kinds of records.
    package static let kinds: [RecordKind] = [
        .device, .senders, .prekeys, .states, .clock, .epochs, .pins, .used, .contacts,
        .candidates, .removals, .seen, .statements, .settings, .pairings,
        .recipients,
    ]

    /// The fact that there is a store, with what its header says.
    package static let header = "header"
    /// A claim or a mark: a claim is 0 and what it holds, or 2 where the index does not tell of it,
    /// and a mark is 1 and the message's hash.
    package static let claim = "claim"
    /// An entry of the index of claims, with 1 where an attempt was made.
    package static let entry = "entry"
    /// The room for the claims of a prekey.
    package static let room = "room"
    /// A message that waits for the store's key.
    package static let deferred = "deferred"

    /// Looks at a scene.
    package init(of root: String, on files: any StoreFileSystem) throws {
        for place in Scene.places where (try? files.status(of: root + place)) != nil {
            let path = root + place
            let key = StoreKeySource.file(root + Scene.key)
            let store = try RecordStore.open(at: path, key: key, files: files)
            note(place, Self.header, [], try files.contents(of: path + "/store", upTo: 4096))
            try look(at: place, store, path, files)
        }
        if (try? files.status(of: root + Scene.vault)) != nil {
            try lookAtVault(root + Scene.vault, files)
        }
        if let backup = try? files.contents(of: root + Scene.backup, upTo: 1 << 17) {
            let size = backup.count
            note(
                Scene.backup,
                Self.header,
                [],
                [size >> 16, size >> 8, size].map { UInt8($0 & 0xFF) }
            )
        }
        findTroubles()
    }

    /// Which of the passphrases opens the store, and what is in it.
    private mutating func lookAtVault(_ path: String, _ files: any StoreFileSystem) throws {
        var opening: [Int] = []
        for number in Scene.passphrases.indices {
            do throws(StoreError) {
                let key = StoreKeySource.passphrase(Scene.passphrase(number))
                let store = try RecordStore.open(at: path, key: key, files: files)
                opening.append(number)
                try? look(at: Scene.vault, store, path, files)
            } catch .wrongKey {
                // The other one does.
            }
        }
        if opening.count != 1 { troubles.append("passphrases \(opening) open the vault") }
        note(Scene.vault, Self.header, [], opening.map { UInt8($0) })
    }

    private mutating func look(
        at place: String,
        _ store: RecordStore,
        _ path: String,
        _ files: any StoreFileSystem
    ) throws {
        for kind in Self.kinds {
            let listing = try store.list(kind)
            for record in listing.records { note(place, kind.folder, record.id, record.contents) }
            troubles += listing.failures.map { "\(kind.folder): \($0)" }
        }
        try lookAtClaims(of: store, place, path, files)
        let book = DeferredBook(of: store)
        let deferred = try book.list()
        for entry in deferred.entries {
            guard let message = try book.read(entry.hash, entry.kind) else { continue }
            let contents = message.prekey.bytes + message.payload
            note(place, Self.deferred, message.hash.bytes, contents)
        }
        troubles += deferred.failures.map { "\(Self.deferred): \($0)" }
        do throws(KeyError) {
            let senders = try SenderIdentities.whole(in: store)
            self.senders[place] = Dictionary(
                uniqueKeysWithValues: senders.map { ($0.name, $0.identity) }
            )
            devices[place] = try DeviceKeys(in: store).identity
        } catch .noDevice {
            // A server has none.
        }
    }

    private mutating func lookAtClaims(
        of store: RecordStore,
        _ place: String,
        _ path: String,
        _ files: any StoreFileSystem
    ) throws {
        let book = ClaimBook(of: store)
        // A listing makes an index where there is none.
        let hasIndex = (try? files.status(of: path + "/unfinished")) != nil
        let entries = hasIndex ? try book.unfinished() : []
        for entry in entries {
            note(place, Self.entry, Self.id(of: entry.place), [entry.attempts > 0 ? 1 : 0])
        }
        let listed = Set(entries.map { Self.id(of: $0.place) })
        for room in try files.names(in: path + "/claims") {
            guard let bytes = Hex.decode(room), bytes.count == PrekeyRecord.ID.count else {
                troubles.append("claims/\(room)")
                continue
            }
            note(place, Self.room, bytes, [])
            for name in try files.names(in: "\(path)/claims/\(room)") {
                let envelope = name == "once" ? nil : Hex.decode(name).map(EnvelopeHash.init)
                let claim = ClaimPlace(prekeyID: PrekeyRecord.ID(bytes), envelope: envelope)
                let id = Self.id(of: claim)
                switch try book.read(claim) {
                case .held(let held):
                    let form: UInt8 = listed.contains(id) ? 0 : 2
                    let contents = held.envelopeHash.bytes + held.sender + held.content
                    note(place, Self.claim, id, [form] + contents)
                case .handedOver(let hash): note(place, Self.claim, id, [1] + hash.bytes)
                case nil: troubles.append("claims/\(room)/\(name) came and went")
                }
            }
        }
    }

    private mutating func note(_ place: String, _ kind: String, _ id: [UInt8], _ value: [UInt8]) {
        facts[Fact(place: place, kind: kind, id: id)] = value
    }

    /// What a claim is called among the facts.
    package static func id(of place: ClaimPlace) -> [UInt8] {
        place.prekeyID.bytes + (place.envelope?.bytes ?? [])
    }
}

// MARK: - Asking

extension WorldView {
    /// The facts of a kind in a store, by what they are called.
    package func facts(_ kind: String, of place: String) -> [[UInt8]: [UInt8]] {
        var found: [[UInt8]: [UInt8]] = [:]
        for (fact, value) in facts where fact.place == place && fact.kind == kind {
            found[fact.id] = value
        }
        return found
    }

    /// The prekeys of a store that can be read, by epoch.
    package func prekeys(of place: String) -> [PrekeyRecord] {
        guard let device = devices[place] else { return [] }
        return facts(RecordKind.prekeys.folder, of: place).values.compactMap { contents in
            let record = contents.span.extracting(droppingFirst: DevicePrekey.seedCount)
            return try? PrekeyRecord(reading: record, of: device)
        }
        .sorted { $0.terms.epoch < $1.terms.epoch }
    }

    /// The epochs that were taken in a store, in the order in which they were.
    package func epochs(of place: String) -> [UInt32] {
        facts(RecordKind.epochs.folder, of: place)
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { $0.value.span.bigEndian(UInt32.self, at: 0) }
    }

    /// The identities that the senders of a store have now, by their names.
    package func senders(of place: String) -> [String: SenderIdentity] { senders[place] ?? [:] }

    /// The bytes of the contents in `kind`, whatever they are called.
    package func values(_ kind: RecordKind, of place: String) -> [[UInt8]] {
        Array(facts(kind.folder, of: place).values)
    }
}

// MARK: - What is wrong anywhere

extension WorldView {
    private mutating func findTroubles() {
        for place in devices.keys.sorted() {
            let prekeys = prekeys(of: place)
            if prekeys.count != facts(RecordKind.prekeys.folder, of: place).count {
                troubles.append("\(place): a prekey is not this device's")
            }
            let rooms = facts(Self.room, of: place)
            for prekey in prekeys where rooms[prekey.id.bytes] == nil {
                troubles.append("\(place): prekey \(prekey.id) has no room for claims")
            }
            let epochs = epochs(of: place)
            if zip(epochs, epochs.dropFirst()).contains(where: { $0 >= $1 }) {
                troubles.append("\(place): epochs don't rise: \(epochs)")
            }
            let last = epochs.last ?? 0
            for prekey in prekeys where prekey.terms.epoch > last {
                troubles.append("\(place): prekey \(prekey.id) is of an epoch that was not taken")
            }
            findNamesWithoutStatus(at: place)
        }
    }

    /// Contact records are called by a kind byte: 1 and the identity, 2, identity and code, 3 and
    /// the code.
    ///
    /// A candidate has its names before it is a contact (D-10).
    private mutating func findNamesWithoutStatus(at place: String) {
        let contacts = facts(RecordKind.contacts.folder, of: place)
        let candidates = facts(RecordKind.candidates.folder, of: place)
        for id in contacts.keys where id.first == 2 {
            let identity = Array(id.dropFirst().prefix(SenderIdentity.count))
            if contacts[[1] + identity] == nil, candidates[identity] == nil {
                troubles.append("\(place): a name has no status")
            }
        }
    }
}

extension WorldView: CustomStringConvertible, CustomReflectable {
    /// How much there is; keys and names are not printed.
    package var description: String { "\(facts.count) facts" }

    /// A mirror without children: a failed expectation shows no store in full.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SenderIdentities {
    /// Every sender of a store; one that can't be read is an error.
    fileprivate static func whole(in store: RecordStore) throws(KeyError) -> [Entry] {
        let listing = try list(in: store)
        if let failure = listing.failures.first { throw failure }
        return listing.senders
    }
}
