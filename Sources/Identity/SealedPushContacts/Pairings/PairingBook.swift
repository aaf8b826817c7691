// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
package import SealedPushStore
import Synchronization

/// The pairings of a device in its store: step 4 of a pairing, what ends one, and what has.
///
/// Each step is a record of its own, durable when the call returns, and doing it again changes
/// nothing. One process does them, the app; an extension only notes that a message came
/// (``notePaired(by:_:)``).
package struct PairingBook: Sendable {
    let store: RecordStore

    /// Held while what is there is changed by what it was: readers and the extension never wait.
    private static let writing = Mutex(())

    /// The contacts of the same store.
    var contacts: ContactBook { ContactBook(store) }

    /// The pairings in `store`.
    package init(_ store: RecordStore) {
        self.store = store
    }

    // MARK: - Looking

    /// The pairing of a link, if a person has agreed to that.
    package func pairing(of link: PairingLink) throws(StoreError) -> StoredPairing? {
        try pairing(link.digest)
    }

    /// True if a message of the sender has named the answer: one look at a name.
    package func isPaired(_ pairing: StoredPairing) throws(StoreError) -> Bool {
        if try contains(.settled(pairing.link.digest)) { return true }
        guard let hash = pairing.answer?.hash else { return false }
        return try contains(.paired(pairing.link.sender.bytes, hash))
    }

    /// True if a pairing has ended, or is gone: two looks at names.
    package func hasEnded(_ pairing: StoredPairing) throws(StoreError) -> Bool {
        let digest = pairing.link.digest
        guard try contains(.agreement(digest)) else { return true }
        return try contains(.ended(digest))
    }

    /// True if all is done of a pairing that is paired: one look at a name.
    package func isSettled(_ pairing: StoredPairing) throws(StoreError) -> Bool {
        try contains(.settled(pairing.link.digest))
    }

    /// All pairings that can be read, in the order of the agreements, and why others can't.
    package func all() throws(StoreError) -> (pairings: [StoredPairing], failures: [StoreError]) {
        var links: [[UInt8]] = []
        var failures: [StoreError] = []
        let damaged = try store.forEach(.pairings) { id, _ in
            guard id.count > 1, id[0] == PairingStep.firstOfAgreement else { return }
            links.append([UInt8](copying: id.extracting(droppingFirst: 1)))
        }
        failures += damaged
        var pairings: [StoredPairing] = []
        for link in links {
            do throws(StoreError) {
                if let pairing = try pairing(link) { pairings.append(pairing) }
            } catch {
                failures.append(error)
            }
        }
        pairings.sort { $0.agreement.order < $1.agreement.order }
        return (pairings, failures)
    }

    // MARK: - Step 4

    /// Notes that a person has agreed to a link (L-24); what was agreed to before stays.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - name: The name for the contact, at most 128 bytes.
    ///   - now: The current time.
    /// - Returns: The pairing; nil if one by this link has ended, as a secret serves one answer.
    /// - Throws: ``StoreError``.
    package func agree(
        to link: PairingLink,
        as name: String,
        now: Timestamp
    ) throws(StoreError) -> StoredPairing? {
        try oneAtATime { () throws(StoreError) in try noteAgreement(to: link, as: name, now: now) }
    }

    private func noteAgreement(
        to link: PairingLink,
        as name: String,
        now: Timestamp
    ) throws(StoreError) -> StoredPairing? {
        guard try !contains(.ended(link.digest)) else { return nil }
        if try pairing(of: link) == nil {
            let last = try all().pairings.map(\.agreement.order).max() ?? 0
            let record = AgreementRecord(
                link: link,
                name: name,
                order: last &+ 1,
                agreed: now
            )
            try create(.agreement(link.digest), record.bytes)
        } else {
            // The run that wrote it may have been stopped before it was durable.
            try store.sync(.pairings)
        }
        return try reread(link.digest)
    }

    /// Keeps the endpoint that was made for a pairing (L-25); one that is kept stays.
    package func keep(
        _ endpoint: StoredPairing.Endpoint,
        for pairing: StoredPairing
    ) throws(StoreError) -> StoredPairing {
        let digest = pairing.link.digest
        try create(.endpoint(digest), PairingEndpointRecord(endpoint).bytes)
        return try reread(digest)
    }

    /// Sees that the sender is a contact (L-26).
    ///
    /// One that is there stays as it is, a candidate becomes one, and a new one is unverified. If
    /// the box is there, it was done before: a contact that is gone since was removed by a person.
    ///
    /// - Parameters:
    ///   - pairing: The pairing.
    ///   - name: The name that the person has agreed to last, at most 128 bytes.
    ///   - source: The way by which the link came then.
    /// - Returns: The pairing; its name is that of the first call, or of the pairing that has made
    ///   the contact.
    /// - Throws: ``ContactError``.
    package func addContact(
        for pairing: StoredPairing,
        as name: String,
        from source: PairingLink.Source
    ) throws(ContactError) -> StoredPairing {
        guard pairing.answer == nil else { return pairing }
        let sender = pairing.link.sender
        let isThere = try contacts.identityRecord(of: sender.bytes) != nil
        let candidate = isThere ? nil : try contacts.candidate(sender.bytes)
        let changed = try ofStore { () throws(StoreError) in
            if pairing.contact == nil {
                // One that a pairing has made that is not paired yet goes with the last of these.
                let maker = isThere ? try otherMaker(of: pairing) : nil
                // It is that again if the pairing is undone.
                let earlier = try maker.map { maker throws(StoreError) in
                    try read(.candidate(maker.link.digest))
                }
                if let earlier = earlier ?? candidate?.bytes {
                    try create(.candidate(pairing.link.digest), earlier)
                }
                let record = PairingContactRecord(
                    isMade: !isThere || maker != nil,
                    source: source,
                    name: maker?.name ?? name
                )
                try create(.contact(pairing.link.digest), record.bytes)
            }
            return try reread(pairing.link.digest)
        }
        if isThere {
            try contacts.sync()
        } else {
            try contacts.add(name: changed.name, identity: sender)
        }
        return changed
    }

    /// Keeps the box with the answer, before it first leaves the device (L-27); one that is kept
    /// stays.
    package func keep(
        _ box: DropBox,
        with hash: AnswerHash,
        for pairing: StoredPairing,
        now: Timestamp
    ) throws(StoreError) -> StoredPairing {
        let digest = pairing.link.digest
        let record = PairingBoxRecord(kept: now, hash: hash, box: box)
        try create(.box(digest), record.bytes)
        let kept = try reread(digest)
        guard let hash = kept.answer?.hash else { throw .corrupted }
        // The box is kept first: so no hash is awaited that no box has.
        try create(.awaited(pairing.link.sender.bytes, hash), [])
        return kept
    }

    // MARK: - Step 7

    /// Notes that a message of a sender has named an answer, durably, and says whether it is news.
    ///
    /// Nothing else pairs (L-29). It is for an extension: one look at a name for a message with
    /// `paired`, and a file if that is awaited. The app does the rest (``maintain(of:now:)``).
    @discardableResult
    package func notePaired(
        by sender: [UInt8],
        _ hash: AnswerHash
    ) throws(StoreError) -> Bool {
        guard try contains(.awaited(sender, hash)) else { return false }
        let isNews = try create(.paired(sender, hash), [])
        if try contains(.awaited(sender, hash)) { return isNews }
        // The app has forgotten the pairing meanwhile.
        try store.remove(.pairings, id: PairingStep.paired(sender, hash).id)
        return false
    }
}

// MARK: - Records

extension PairingBook {
    func contains(_ step: PairingStep) throws(StoreError) -> Bool {
        try store.contains(.pairings, id: step.id)
    }

    @discardableResult
    func create(_ step: PairingStep, _ contents: [UInt8]) throws(StoreError) -> Bool {
        try store.create(.pairings, id: step.id, contents: contents.span)
    }

    /// Runs what changes by what it finds, while no other thread of this process does so.
    func oneAtATime<Value: Sendable>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try Self.writing.withLock { _ throws(StoreError) in try body() }
    }

    func ofStore<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(ContactError) -> Value {
        do throws(StoreError) { return try body() } catch { throw .store(error) }
    }

    private func reread(_ digest: [UInt8]) throws(StoreError) -> StoredPairing {
        guard let pairing = try pairing(digest) else { throw .corrupted }
        return pairing
    }

    private func pairing(_ digest: [UInt8]) throws(StoreError) -> StoredPairing? {
        guard let agreement = try agreement(digest) else { return nil }
        var pairing = StoredPairing(agreement: agreement)
        if let bytes = try read(.endpoint(digest)) {
            pairing.endpoint = try whole(PairingEndpointRecord(reading: bytes)).endpoint
        }
        if let bytes = try read(.contact(digest)) {
            pairing.contact = try whole(PairingContactRecord(reading: bytes))
        }
        if let bytes = try read(.box(digest)) {
            let record = try whole(PairingBoxRecord(reading: bytes))
            pairing.answer = (record.box, record.hash, record.kept)
        }
        pairing.isPaired = try isPaired(pairing)
        pairing.isSettled = try contains(.settled(digest))
        pairing.isEnded = try contains(.ended(digest))
        return pairing
    }

    private func agreement(_ digest: [UInt8]) throws(StoreError) -> AgreementRecord? {
        // It holds the link's secret.
        guard let bytes = try store.readSecret(.pairings, id: PairingStep.agreement(digest).id)
        else { return nil }
        let record = bytes.withBytes { AgreementRecord(reading: $0) }
        guard let record, record.link.digest == digest else { throw .corrupted }
        return record
    }

    func read(_ step: PairingStep) throws(StoreError) -> [UInt8]? {
        try store.read(.pairings, id: step.id)
    }

    private func whole<Record>(_ record: Record?) throws(StoreError) -> Record {
        guard let record else { throw .corrupted }
        return record
    }

    /// Another pairing with the same sender that has made the contact, and is not paired.
    private func otherMaker(of pairing: StoredPairing) throws(StoreError) -> StoredPairing? {
        try all().pairings.first { other in
            other.link.sender == pairing.link.sender && other.link.digest != pairing.link.digest
                && other.isContactMade == true && !other.isPaired
        }
    }
}
