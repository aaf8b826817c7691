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
        try inStore { () throws(StoreError) in _ = try store.remove(.prekeys, id: id.bytes) }
    }

    /// The records of every prekey that is held; those that are over age are erased on the way.
    ///
    /// - Throws: ``KeyError/store(_:)``, also where one prekey is damaged; even then all that are over age and can be
    ///   read are erased.
    public func records(at now: Timestamp) throws(KeyError) -> [PrekeyRecord] {
        let (records, failures) = try eraseOverAge(at: now)
        if let failure = failures.first { throw .store(failure) }
        return records
    }

    /// Erases what is over age, and gives the records of the others and why some could not be read.
    func eraseOverAge(
        at now: Timestamp
    ) throws(KeyError) -> (records: [PrekeyRecord], failures: [StoreError]) {
        try inStore { () throws(StoreError) in
            let (records, failures) = try heldRecords()
            let lifecycle = PrekeyLifecycle(
                prekeys: records.map(PrekeyLifecycle.Prekey.init),
                awaited: try ParkedBook(of: store).awaitedPrekeys()
            )
            let over = lifecycle.over(at: now)
            let left = erase(over)
            let gone = Set(over.map(\.id))
            let kept = records.filter { record in
                now < DevicePrekey.endOfLife(of: record) && !gone.contains(record.id)
            }
            return (kept, failures + left)
        }
    }

    /// Every prekey that is held, how far it has come, and why others can't be told of; those that may not be kept any
    /// more are erased on the way.
    ///
    /// One that is over age is among them only as long as parked messages may wait for it.
    ///
    /// - Throws: ``KeyError/store(_:)`` where there is nothing to list.
    public func prekeys(at now: Timestamp) throws(KeyError) -> PrekeyListing {
        let snapshot = try snapshotErasing(at: now)
        let prekeys = snapshot.lifecycle.prekeys.compactMap { prekey in
            snapshot.records[prekey.id].map { record in
                HeldPrekey(record: record, stage: snapshot.lifecycle.stage(of: prekey, at: now))
            }
        }
        return PrekeyListing(
            prekeys: prekeys,
            failures: snapshot.prekeyFailures + snapshot.erasureFailures
        )
    }

    /// The lowest epoch that serves; what lies below was revoked.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func minimumEpoch() throws(KeyError) -> UInt32 {
        try inStore { () throws(StoreError) in try EpochChain(of: store).last()?.minimum ?? 0 }
    }
}
