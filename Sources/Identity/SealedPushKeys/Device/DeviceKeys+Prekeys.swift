// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
import SealedPushStore

/// How a prekey is kept: the seed of its private half, then its record; created once, then only
/// removed.
enum StoredPrekey {
    static func create(
        seed: Span<UInt8>,
        record: PrekeyRecord,
        in store: RecordStore
    ) throws(StoreError) {
        var contents = SecretBytes(count: DevicePrekey.seedCount + record.bytes.count)
        contents.withMutableBytes { contents in
            contents.copy(from: seed)
            contents.copy(from: record.bytes, at: DevicePrekey.seedCount)
        }
        _ = try contents.withBytes { contents throws(StoreError) in
            try store.create(.prekeys, id: record.id.bytes, contents: contents)
        }
    }

    static func load(
        _ id: PrekeyRecord.ID,
        of device: DeviceIdentity,
        from store: RecordStore
    ) throws(StoreError) -> DevicePrekey? {
        guard let contents = try store.readSecret(.prekeys, id: id.bytes) else { return nil }
        return try contents.withBytes { contents throws(StoreError) in
            try prekey(in: contents, of: device)
        }
    }

    static func record(
        in contents: Span<UInt8>,
        of device: DeviceIdentity
    ) throws(StoreError) -> PrekeyRecord {
        guard contents.count > DevicePrekey.seedCount else { throw .corrupted }
        do {
            return try PrekeyRecord(
                reading: contents.extracting(droppingFirst: DevicePrekey.seedCount),
                of: device
            )
        } catch {
            throw .corrupted
        }
    }

    private static func prekey(
        in contents: Span<UInt8>,
        of device: DeviceIdentity
    ) throws(StoreError) -> DevicePrekey {
        let record = try record(in: contents, of: device)
        do {
            return try DevicePrekey(
                record: record,
                seed: contents.extracting(first: DevicePrekey.seedCount)
            )
        } catch {
            throw .corrupted
        }
    }
}

extension DeviceKeys {
    /// Loads a prekey with its private half, or gives nil if there is none of this id.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    package func prekey(_ id: PrekeyRecord.ID) throws(KeyError) -> DevicePrekey? {
        try inStore { () throws(StoreError) in
            try StoredPrekey.load(id, of: identity, from: store)
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
