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
    /// - Throws: ``KeyError/store(_:)``, also where one prekey is damaged.
    public func records(at now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        var records: [PrekeyRecord] = []
        var failure: StoreError?
        do throws(StoreError) {
            let failures = try store.forEach(.prekeys) { _, contents in
                do throws(StoreError) {
                    records.append(try StoredPrekey.record(in: contents, of: identity))
                } catch {
                    failure = error
                }
            }
            if let failure = failure ?? failures.first { throw failure }
        } catch {
            throw .store(error)
        }
        for record in records where now >= DevicePrekey.endOfLife(of: record) {
            try erase(record.id)
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
        var reusable = try newestReusable(at: now)
        if reusable.count < Suite.allCases.count
            || reusable.contains(where: { PrekeyTerm.isDueForRotation($0, at: now) })
        {
            reusable = try generateReusable(now: now)
        }
        do {
            return try DeviceBundle(
                device: identity,
                records: reusable + generateOneTime(count, now: now)
            )
        } catch let error as KeyError {
            throw error
        } catch {
            throw .store(.corrupted)
        }
    }

    private func newestReusable(at now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        let current = try records(at: now).filter {
            $0.terms.class == .reusable && $0.isCurrent(at: now)
        }
        let newest = current.map(\.terms.epoch).max()
        return current.filter { $0.terms.epoch == newest }.sorted { $0.suite < $1.suite }
    }
}
