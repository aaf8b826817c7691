// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

extension DeviceKeys {
    /// Loads a prekey with its private half, or gives nil if there is none of this id.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    package func prekey(_ id: PrekeyRecord.ID) throws(KeyError) -> DevicePrekey? {
        do throws(StoreError) {
            return try StoredPrekey.load(id, of: identity, from: store)
        } catch {
            throw .store(error)
        }
    }

    /// Erases a prekey's private half durably: messages to it can no longer be opened.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func erase(_ id: PrekeyRecord.ID) throws(KeyError) {
        try inStore { () throws(StoreError) in _ = try store.remove(.prekeys, id: id.bytes) }
    }

    /// The records of the prekeys that open messages at `now`.
    ///
    /// - Throws: ``KeyError/store(_:)``, also if one prekey is damaged.
    public func records(at now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        let (records, failures) = try inStore { () throws(StoreError) in try heldRecords() }
        if let failure = failures.first { throw .store(failure) }
        return records.filter { now <= DevicePrekey.endOfLife(of: $0) }
    }

    /// All prekeys of the device with their stages, and the errors in reading others.
    ///
    /// A prekey that is past its end is included until maintenance erases it. A prekey without
    /// claim directory opens nothing, and is not included.
    ///
    /// - Throws: ``KeyError/store(_:)`` if there is nothing to list.
    public func prekeys(at now: Timestamp) throws(KeyError) -> PrekeyListing {
        let snapshot = try snapshot()
        let prekeys = snapshot.lifecycle.prekeys.compactMap { prekey in
            snapshot.records[prekey.id].map { record in
                PrekeyListing.Entry(
                    record: record,
                    stage: snapshot.lifecycle.stage(of: prekey, at: now)
                )
            }
        }
        return PrekeyListing(prekeys: prekeys, failures: snapshot.lost)
    }

    /// The lowest epoch that is not revoked.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func minimumEpoch() throws(KeyError) -> UInt32 {
        try inStore { () throws(StoreError) in try epochs.last().epoch?.minimum ?? 0 }
    }
}
