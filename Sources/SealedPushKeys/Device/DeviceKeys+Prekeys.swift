// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

extension DeviceKeys {
    /// Loads a prekey with its private half, or gives nil where there is none of this id.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func prekey(_ id: PrekeyID) throws(KeyError) -> DevicePrekey? {
        do throws(StoreError) {
            return try StoredPrekey.load(id, of: identity, from: store)
        } catch {
            throw .store(error)
        }
    }

    /// Erases a prekey's private half, durably: what was sealed to it can't be opened any more.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func erase(_ id: PrekeyID) throws(KeyError) {
        do throws(StoreError) {
            try store.remove(.prekeys, id: id.bytes)
        } catch {
            throw .store(error)
        }
    }

    /// The records of every prekey that is held; those that are over age are erased on the way.
    ///
    /// - Throws: ``KeyError/store(_:)``, also where one prekey is damaged; even then all that are over age and can be
    ///   read are erased.
    public func records(at now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        var records: [PrekeyRecord] = []
        do throws(StoreError) {
            var damage: StoreError?
            let failures = try store.forEach(.prekeys) { _, contents in
                do throws(StoreError) {
                    records.append(try StoredPrekey.record(in: contents, of: identity))
                } catch {
                    damage = error
                }
            }
            for record in records where now >= DevicePrekey.endOfLife(of: record) {
                try store.remove(.prekeys, id: record.id.bytes)
            }
            if let failure = damage ?? failures.first { throw failure }
        } catch {
            throw .store(error)
        }
        return records.filter { now < DevicePrekey.endOfLife(of: $0) }
    }

    /// What to hand to senders: the newest reusable prekeys, made anew where that is due, and fresh one-time ones.
    ///
    /// Each one-time prekey serves one message of one sender. Every call makes new ones, so the sets of two calls
    /// share none: give each bundle to one sender only.
    ///
    /// - Throws: ``KeyError/tooManyPrekeys(limit:)``, ``KeyError/store(_:)``.
    public func bundle(oneTime count: Int = 0, at now: Timestamp) throws(KeyError) -> DeviceBundle {
        let limit = DeviceBundle.maximumRecords - Suite.allCases.count
        guard (0...limit).contains(count) else { throw .tooManyPrekeys(limit: limit) }
        var records: [PrekeyRecord]
        if let newest = try newestReusable(at: now) {
            records = newest
        } else {
            records = try generateReusable(now: now)
        }
        records += try generateOneTime(count, now: now)
        do {
            return try DeviceBundle(device: identity, records: records)
        } catch {
            throw .store(.corrupted)
        }
    }

    /// The newest generation of reusable prekeys, or nil where the next is due: by age, or because the claims under one
    /// are too many.
    ///
    /// An older one never takes its place, not even where the clock was set back and the newest is not valid yet:
    /// senders that have seen the newest refuse every older one.
    private func newestReusable(at now: Timestamp) throws(KeyError) -> [PrekeyRecord]? {
        let reusable = try records(at: now).filter { $0.terms.class == .reusable }
        let epoch = reusable.map(\.terms.epoch).max()
        let newest = reusable.filter { $0.terms.epoch == epoch }.sorted { $0.suite < $1.suite }
        guard newest.map(\.suite) == Suite.allCases,
            newest.allSatisfy({ $0.isCurrent(at: now) && !PrekeyTerm.isDueForRotation($0, at: now) }
            )
        else { return nil }
        guard try hasRoom(newest) else { return nil }
        try complete(newest)
        return newest
    }

    /// Does what is left of making prekeys where their maker was stopped: durable and with room for claims, they can
    /// be published.
    private func complete(_ records: [PrekeyRecord]) throws(KeyError) {
        do throws(StoreError) {
            try store.sync(.prekeys)
            try ClaimBook(of: store).prepare(records.map(\.id))
        } catch {
            throw .store(error)
        }
    }

    private func hasRoom(_ records: [PrekeyRecord]) throws(KeyError) -> Bool {
        do throws(StoreError) {
            let claims = ClaimBook(of: store)
            for record in records where try claims.isFull(record.id) { return false }
            return true
        } catch {
            throw .store(error)
        }
    }
}
