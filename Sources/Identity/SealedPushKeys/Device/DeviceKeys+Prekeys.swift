// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

extension DeviceKeys {
    /// Loads a prekey with its private half, or gives nil where there is none of this id.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    package func prekey(_ id: PrekeyID) throws(KeyError) -> DevicePrekey? {
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
        try inStore { () throws(StoreError) in _ = try store.remove(.prekeys, id: id.bytes) }
    }

    /// The records of the prekeys that open what arrives at `now`.
    ///
    /// - Throws: ``KeyError/store(_:)``, also if one prekey is damaged.
    public func records(at now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        let (records, failures) = try inStore { () throws(StoreError) in try heldRecords() }
        if let failure = failures.first { throw .store(failure) }
        return records.filter { now <= DevicePrekey.endOfLife(of: $0) }
    }

    /// Every prekey that is held, how far it has come, and why others can't be told of.
    ///
    /// One that is past its end is among them until maintenance erases it. One whose claim
    /// directory is missing opens nothing and is not.
    ///
    /// - Throws: ``KeyError/store(_:)`` where there is nothing to list.
    public func prekeys(at now: Timestamp) throws(KeyError) -> PrekeyListing {
        let snapshot = try snapshot()
        let prekeys = snapshot.lifecycle.prekeys.compactMap { prekey in
            snapshot.records[prekey.id].map { record in
                HeldPrekey(record: record, stage: snapshot.lifecycle.stage(of: prekey, at: now))
            }
        }
        return PrekeyListing(prekeys: prekeys, failures: snapshot.lost)
    }

    /// The lowest epoch that serves; what lies below was revoked.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func minimumEpoch() throws(KeyError) -> UInt32 {
        try inStore { () throws(StoreError) in try epochs.last().epoch?.minimum ?? 0 }
    }
}
