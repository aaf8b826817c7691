// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
import SealedPushStore

/// The devices of one recipient in a store: a chain of records, each the whole list, and a record
/// for each device that was removed.
///
/// All are named by a hash of the recipient, so that names of any length have room and none begins
/// another. Each list names the store that it was written in: in a store that was restored from a
/// backup every known device is to be confirmed (S-13).
struct StoredRecipient {
    let store: RecordStore
    private let hash: [UInt8]

    private static let prefix = Array("recipients\0".utf8)
    private static let removalPrefix = Array("removed device\0".utf8)

    init(_ recipient: String, in store: RecordStore) {
        self.init(store: store, hash: SHA256.hash(Array(recipient.utf8).span))
    }

    private init(store: RecordStore, hash: [UInt8]) {
        self.store = store
        self.hash = hash
    }

    var chain: RecordChain {
        RecordChain(store: store, kind: .pins, name: Self.prefix + hash)
    }

    func devices() throws(StoreError) -> RecipientDevices {
        try devices(try chain.last())
    }

    /// Appends what `change` makes of the list, and gives it; nothing if that throws or changes
    /// nothing.
    func change(
        _ change: (inout RecipientDevices) throws(SealingError) -> Void
    ) throws(SealingError) -> RecipientDevices {
        var refusal: SealingError?
        var changed = RecipientDevices()
        do throws(StoreError) {
            try chain.append { last throws(StoreError) in
                let devices = try devices(last)
                changed = devices
                refusal = nil
                do throws(SealingError) {
                    try change(&changed)
                } catch {
                    refusal = error
                    return nil
                }
                return changed == devices ? nil : changed.stored(in: store.id)
            }
        } catch {
            throw SealingError(error)
        }
        if let refusal { throw refusal }
        return changed
    }

    func devices(_ last: [UInt8]?) throws(StoreError) -> RecipientDevices {
        guard let last else { return RecipientDevices() }
        guard let devices = RecipientDevices(stored: last, in: store.id) else {
            throw .corrupted
        }
        return devices
    }

    // MARK: - Removed devices

    private func removalID(of device: DeviceIdentity) -> [UInt8] {
        Self.removalPrefix + hash + device.bytes
    }

    /// Whether a device was removed; a damaged note counts, as its name says all.
    func isRemoved(_ device: DeviceIdentity) throws(StoreError) -> Bool {
        try store.contains(.removals, id: removalID(of: device))
    }

    /// Notes that a device was removed, durably; false if it was before.
    func noteRemoval(of device: DeviceIdentity) throws(StoreError) -> Bool {
        let nothing: [UInt8] = []
        return try store.create(.removals, id: removalID(of: device), contents: nothing.span)
    }

    /// The devices that were removed, in the order of their bytes; a damaged note tells of none,
    /// and still counts.
    func removed() throws(StoreError) -> [DeviceIdentity] {
        var removed: [[UInt8]] = []
        let prefix = Self.removalPrefix + hash
        let failures = try store.forEach(.removals) { id, _ in
            let id = [UInt8](copying: id)
            guard id.starts(with: prefix) else { return }
            removed.append(Array(id.dropFirst(prefix.count)))
        }
        if let failure = failures.first(where: { $0 != .corrupted }) { throw failure }
        var devices: [DeviceIdentity] = []
        for bytes in removed.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            guard let device = try? DeviceIdentity(reading: bytes.span) else { throw .corrupted }
            devices.append(device)
        }
        return devices
    }

    /// Every recipient of a store, in no order, and why some records can't be read.
    static func all(
        in store: RecordStore
    ) throws(StoreError) -> (recipients: [StoredRecipient], failures: [StoreError]) {
        var hashes: Set<[UInt8]> = []
        let failures = try store.forEach(.pins) { id, _ in
            guard id.count == prefix.count + SHA256.digestCount + 4 else { return }
            let id = [UInt8](copying: id)
            guard id.starts(with: prefix) else { return }
            hashes.insert(Array(id[prefix.count...].prefix(SHA256.digestCount)))
        }
        return (hashes.map { StoredRecipient(store: store, hash: $0) }, failures)
    }
}

extension RecipientDevices {
    private static let version: UInt8 = 1
    private static let headCount = 17

    /// `version 1 | store id 16 | for each device: state 1, identity 32`.
    ///
    /// The known ones first (1), then those to be confirmed (2).
    package func stored(in storeID: [UInt8]) -> [UInt8] {
        let groups = [(1 as UInt8, known), (2, unconfirmed)]
        return groups.reduce(into: [Self.version] + storeID) { bytes, group in
            for device in group.1 { bytes += [group.0] + device.bytes }
        }
    }

    /// Reads what was stored, or gives nil if we would not have written it.
    package init?(stored bytes: [UInt8], in storeID: [UInt8]) {
        let entryCount = 1 + DeviceIdentity.count
        guard bytes.count >= Self.headCount, bytes[0] == Self.version,
            (bytes.count - Self.headCount) % entryCount == 0
        else { return nil }
        var groups: [UInt8: [DeviceIdentity]] = [:]
        for start in stride(from: Self.headCount, to: bytes.count, by: entryCount) {
            let identity = Array(bytes[start + 1..<start + entryCount])
            guard let device = try? DeviceIdentity(reading: identity.span) else { return nil }
            groups[bytes[start], default: []].append(device)
        }
        self.init(
            known: groups[1] ?? [],
            unconfirmed: groups[2] ?? []
        )
        let writer = Array(bytes[1..<Self.headCount])
        guard stored(in: writer) == bytes else { return nil }
        if writer != storeID { unconfirm() }
    }
}

extension DeviceBundle.Pins {
    private static let version: UInt8 = 1
    private static let headCount = 1 + 4 + 4

    /// `version 1 | epoch u32 | min_epoch u32`, then the digest of 32 bytes if one is pinned.
    package var stored: [UInt8] {
        var bytes = [Self.version]
        bytes.append(bigEndian: epoch)
        bytes.append(bigEndian: minimumEpoch)
        return bytes + (digest ?? [])
    }

    package init?(stored bytes: [UInt8], of device: DeviceIdentity) {
        let digest = bytes.dropFirst(Self.headCount)
        guard bytes.count >= Self.headCount, bytes[0] == Self.version,
            digest.isEmpty || digest.count == SHA256.digestCount
        else { return nil }
        self.init(
            device: device,
            epoch: bytes.span.bigEndian(UInt32.self, at: 1),
            digest: digest.isEmpty ? nil : Array(digest),
            minimumEpoch: bytes.span.bigEndian(UInt32.self, at: 5)
        )
    }
}
