// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
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
