// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushStore

/// The deferred messages of a store: they arrived while the device was locked, and wait for the
/// store's key.
///
/// It works without that key, and any number of processes may defer at once. A deferred message is
/// still encrypted, and nothing here says that it is authentic: who opens it later treats it as
/// just arrived, but checks its time against ``DeferredMessage/arrival``, too.
package struct DeferredBook: Sendable {
    let folder: StoreFolder

    /// The most messages that are deferred (T-17).
    ///
    /// Processes that defer at the same moment may exceed it, together by at most their number less
    /// one.
    package static let limit = 2000

    /// The book of the store at `path`.
    ///
    /// - Throws: ``StoreError`` if no store is there, or it is damaged, not ours or of a later
    ///   format.
    package init(at path: String) throws(StoreError) {
        try self.init(at: path, files: POSIXFileSystem())
    }

    /// The book of a store on a file system that tests may put in place of the real one.
    package init(at path: String, files: any StoreFileSystem) throws(StoreError) {
        folder = try RecordStore.folder(at: path, files: files)
    }

    /// The book of `store`.
    package init(of store: RecordStore) {
        folder = store.folder
    }

    /// Defers a message that arrived at `arrival`; what is told is durable then.
    ///
    /// - Parameters:
    ///   - payload: The outer payload as it was delivered, 1 byte to 16 KiB.
    ///   - hash: The hash of the envelope in it.
    ///   - prekey: The prekey that the envelope asks for; if it has no room for claims, nothing is
    ///     deferred.
    ///   - arrival: When it was delivered.
    ///   - identifier: What the push service calls the notification, 1 to 64 bytes; another one is
    ///     not kept.
    ///   - kind: What the system delivered it as.
    /// - Returns: Whether it is deferred now, or why not.
    /// - Throws: ``StoreError/recordTooLarge`` for a larger payload, and what writing can throw.
    package func keep(
        _ payload: [UInt8],
        hash: EnvelopeHash,
        prekey: PrekeyRecord.ID,
        arrival: Timestamp,
        identifier: String? = nil,
        kind: Payload.PushKind = .alert
    ) throws(StoreError) -> DeferralOutcome {
        precondition(!payload.isEmpty, "an envelope is never in an empty payload")
        guard payload.count <= DeferredMessage.payloadLimit else { throw .recordTooLarge }
        guard try folder.exists(ClaimPlace.folder(of: prekey)) else { return .unknownPrekey }
        let message = DeferredMessage(
            hash: hash,
            prekey: prekey,
            arrival: arrival,
            payload: payload,
            identifier: identifier.flatMap { DeferredMessage.canKeep(identifier: $0) ? $0 : nil },
            kind: kind
        )
        let path = DeferredMessage.path(of: hash, kind)
        let others = try names().filter { $0 != path.name }
        if try isPresent(hash, kind) { return .present }
        guard others.count < Self.limit else { return .full }
        switch try create(path, contents: message.encoded) {
        case .created: return .deferred(isFirst: others.isEmpty)
        case .present: return .present
        case .noFolder: throw .corrupted
        }
    }

    /// Every deferred message, in order of arrival (M-38 line 43), without its payload.
    package func list() throws(StoreError) -> DeferredListing {
        var entries: [DeferredListing.Entry] = []
        let failures = try forEach { message in
            entries.append(
                DeferredListing.Entry(
                    hash: message.hash,
                    prekey: message.prekey,
                    arrival: message.arrival,
                    identifier: message.identifier,
                    kind: message.kind
                )
            )
        }
        // Names are sorted, and sorting keeps the order of what arrived in the same moment.
        entries.sort { $0.arrival < $1.arrival }
        return DeferredListing(entries: entries, failures: failures)
    }

    /// Removes a message, durably, and says whether it was there.
    @discardableResult
    package func remove(
        _ hash: EnvelopeHash,
        _ kind: Payload.PushKind
    ) throws(StoreError) -> Bool {
        try folder.remove(DeferredMessage.path(of: hash, kind))
    }

    /// Removes what can't be read and is older than a message may wait, by the file system's own
    /// clock, and says how many.
    ///
    /// Until then a damaged message makes room for a copy that is delivered again; by then no copy
    /// counts any more, so one that takes its place just now is no loss.
    package func removeDamaged(olderThan age: Duration) throws(StoreError) -> Int {
        var count = 0
        for name in try names() {
            let path = StorePath(folder: StoreFolder.deferred, name: name)
            guard try isDamaged(path), try folder.isOlder(path, than: age) else { continue }
            if try folder.remove(path) { count += 1 }
        }
        return count
    }

    /// How many messages are deferred, those that can't be read among them.
    package func count() throws(StoreError) -> Int {
        try names().count
    }

    /// The prekeys that deferred messages ask for: they outlive their end for these.
    ///
    /// Damaged messages are passed over; ``list()`` tells of them.
    ///
    /// - Throws: Why a message can't be read at present: any prekey may be needed then (T-1).
    package func awaitedPrekeys() throws(StoreError) -> Set<PrekeyRecord.ID> {
        var prekeys: Set<PrekeyRecord.ID> = []
        let failures = try forEach { prekeys.insert($0.prekey) }
        if let failure = failures.first(where: { $0 != .corrupted }) { throw failure }
        return prekeys
    }
}

// MARK: - Files

extension DeferredBook {
    /// Creates a file, on a full disk in the space of the reserve.
    private func create(
        _ path: StorePath,
        contents: [UInt8]
    ) throws(StoreError) -> StoreFolder.Creation {
        do throws(StoreError) {
            return try folder.create(path, contents: contents.span)
        } catch .outOfSpace {
            guard folder.releaseReserve() else { throw .outOfSpace }
            return try folder.create(path, contents: contents.span)
        }
    }

    /// Lends each message, one at a time, and returns why others can't be read.
    private func forEach(_ body: (DeferredMessage) -> Void) throws(StoreError) -> [StoreError] {
        var failures: [StoreError] = []
        for name in try names() {
            do throws(StoreError) {
                guard let (hash, kind) = DeferredMessage.parts(ofName: name) else {
                    throw .corrupted
                }
                if let message = try read(hash, kind) { body(message) }
            } catch {
                failures.append(error)
            }
        }
        return failures
    }

    /// Whether a message is there, durably then; a damaged one makes room for the copy that was
    /// delivered again.
    private func isPresent(
        _ hash: EnvelopeHash,
        _ kind: Payload.PushKind
    ) throws(StoreError) -> Bool {
        do throws(StoreError) {
            guard try read(hash, kind) != nil else { return false }
        } catch .corrupted {
            try remove(hash, kind)
            return false
        }
        try folder.sync(StoreFolder.deferred)
        return true
    }

    private func isDamaged(_ path: StorePath) throws(StoreError) -> Bool {
        guard let (hash, kind) = DeferredMessage.parts(ofName: path.name) else { return true }
        do throws(StoreError) {
            _ = try read(hash, kind)
            return false
        } catch .corrupted {
            return true
        }
    }

    private func names() throws(StoreError) -> [String] {
        try folder.names(in: StoreFolder.deferred) ?? []
    }

    /// A message, or nil if it is not there.
    package func read(
        _ hash: EnvelopeHash,
        _ kind: Payload.PushKind
    ) throws(StoreError) -> DeferredMessage? {
        guard let bytes = try folder.read(DeferredMessage.path(of: hash, kind)) else { return nil }
        return try DeferredMessage(hash, kind, reading: bytes.span)
    }
}
