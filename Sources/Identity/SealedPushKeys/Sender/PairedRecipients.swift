// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
package import SealedPushStore

/// The recipients of a sender that were paired, in its store; any number of processes may change
/// them.
///
/// Each is a chain of records, of which each holds the whole recipient, and the list of its devices
/// under its key (V-29). A device that no person has confirmed is in the chain and not on the list.
package struct PairedRecipients: Sendable {
    let store: RecordStore
    let sender: String

    private static let prefix = Array("paired recipient\0".utf8)
    static let keyCount = 16

    /// Takes the store and the sender's name in it.
    package init(in store: RecordStore, of sender: String = SenderIdentities.defaultName) {
        self.store = store
        self.sender = sender
    }

    /// The recipients that can be read, and the errors of the others.
    package struct Listing: Sendable {
        /// By label.
        package let recipients: [PairedRecipient]
        /// A damaged one hides no other.
        package let failures: [KeyError]
    }

    // MARK: - Reading

    /// All recipients, without pairings that are over; nothing in the store changes.
    ///
    /// It looks at every recipient.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    package func list(at now: Timestamp) throws(KeyError) -> Listing {
        var recipients: [PairedRecipient] = []
        let (keys, failures) = try storing { () throws(StoreError) in try self.keys() }
        var refusals = failures.map(KeyError.store)
        for key in keys {
            do throws(KeyError) {
                let found = try storing { () throws(StoreError) in try recipient(key, at: now) }
                if let found { recipients.append(found) }
            } catch {
                refusals.append(error)
            }
        }
        recipients.sort { ($0.label, $0.key) < ($1.label, $1.key) }
        return Listing(recipients: recipients, failures: refusals)
    }

    /// The recipient that a person names, by its label or its key.
    ///
    /// - Throws: ``KeyError/unknownRecipient``, ``KeyError/severalRecipients`` if several have the
    ///   label, as two were paired at once; ``KeyError/store(_:)``.
    package func named(_ text: String, at now: Timestamp) throws(KeyError) -> PairedRecipient {
        let listing = try list(at: now)
        let found = listing.recipients.filter { $0.key == text || $0.label == text }
        guard let first = found.first else { throw listing.failures.first ?? .unknownRecipient }
        guard found.count == 1 else { throw .severalRecipients }
        return first
    }

    /// The recipient of a key as it is now.
    ///
    /// - Throws: ``KeyError/unknownRecipient``, ``KeyError/store(_:)``.
    package func current(_ key: String, at now: Timestamp) throws(KeyError) -> PairedRecipient {
        let found = try storing { () throws(StoreError) in
            guard let bytes = bytes(of: key) else { return nil as PairedRecipient? }
            return try recipient(bytes, at: now)
        }
        guard let found else { throw .unknownRecipient }
        return found
    }

    /// True if the name still stands for an identity: it was neither succeeded nor revoked.
    ///
    /// - Throws: ``KeyError``.
    package func isCurrent(_ identity: SenderIdentity) throws(KeyError) -> Bool {
        let chain = try IdentityChain(of: sender, in: store)
        return !chain.isEnded && chain.current == identity
    }

    /// The keys of all recipients that there are or were, and why some records can't be read.
    func keys() throws(StoreError) -> (keys: [[UInt8]], failures: [StoreError]) {
        let prefix = prefix
        var keys: Set<[UInt8]> = []
        let failures = try store.forEach(.recipients) { id, _ in
            let id = [UInt8](copying: id)
            guard id.count == prefix.count + Self.keyCount + 4, id.starts(with: prefix) else {
                return
            }
            keys.insert(Array(id.dropFirst(prefix.count).prefix(Self.keyCount)))
        }
        return (keys.sorted { $0.lexicographicallyPrecedes($1) }, failures)
    }

    private func recipient(
        _ key: [UInt8],
        at now: Timestamp
    ) throws(StoreError) -> PairedRecipient? {
        guard let record = try record(try chain(of: key).last()) else { return nil }
        return try recipient(key, record, at: now)
    }

    /// What callers see of a record; nil if all that it has is a pairing that is over.
    func recipient(
        _ key: [UInt8],
        _ record: RecipientRecord,
        at now: Timestamp
    ) throws(StoreError) -> PairedRecipient? {
        let name = Self.text(of: key)
        let known = Set(try StoredRecipient(name, in: store).devices().known)
        let entries = record.entries.filter { !RecipientRecord.isOver($0, at: now) }
        if entries.isEmpty, try !hadDevice(name) { return nil }
        let devices = entries.map { entry in
            let isKnown = known.contains(entry.address.device)
            return PairedRecipient.Device(
                state: entry.state == .pending
                    ? .pending(since: entry.since) : isKnown ? .confirmed : .unconfirmed,
                address: entry.address,
                answer: entry.answer
            )
        }
        return PairedRecipient(key: name, label: record.label, devices: devices)
    }

    // MARK: - Records

    private var prefix: [UInt8] { Self.prefix + SHA256.hash(Array(sender.utf8).span) }

    func chain(of key: [UInt8]) -> RecordChain {
        RecordChain(store: store, kind: .recipients, name: prefix + key)
    }

    /// What the last record of a chain says; nil for no recipient, or one that was removed.
    func record(_ last: [UInt8]?) throws(StoreError) -> RecipientRecord? {
        guard let last, !last.isEmpty else { return nil }
        guard let record = RecipientRecord(stored: last, in: store.id) else { throw .corrupted }
        return record
    }

    /// True if a device was ever confirmed for the recipient.
    func hadDevice(_ name: String) throws(StoreError) -> Bool {
        try StoredRecipient(name, in: store).devices().hadDevice
    }

    func bytes(of key: String) -> [UInt8]? {
        guard let bytes = try? Base64URL.decode(Array(key.utf8).span),
            bytes.count == Self.keyCount
        else { return nil }
        return bytes
    }

    static func text(of key: [UInt8]) -> String { Base64URL.encode(key.span) }

    func storing<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(KeyError) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            throw .store(error)
        }
    }
}
