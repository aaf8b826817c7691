// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

/// A sender's memory in a record store, shared by every process that opens the store.
///
/// Pins are a chain of records for each device, each created once: what was seen first, then each change. The last
/// counts, so two processes that see different bundles at once both leave their trace and neither goes back.
public struct StoredSenderMemory: SenderMemory {
    private let store: RecordStore

    /// Remembers in `store`.
    public init(in store: RecordStore) {
        self.store = store
    }

    /// What was pinned of a device.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    public func pins(of device: DeviceIdentity) async throws(SealingError) -> DevicePins? {
        try remembering { () throws(StoreError) in
            try Self.pins(chain(of: device).last(), of: device)
        }
    }

    /// Pins what was seen of a device, and gives all that is pinned of it then.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    @discardableResult
    public func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DevicePins {
        try remembering { () throws(StoreError) in
            let device = bundle.device
            var pinned: DevicePins?
            try chain(of: device).append { last throws(StoreError) in
                let known = try Self.pins(last, of: device)
                let pins = DevicePins(seeing: bundle, after: known)
                pinned = pins
                return pins == known ? nil : pins.stored
            }
            guard let pinned else { throw .corrupted }
            return pinned
        }
    }

    /// Notes that a one-time prekey is used.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    public func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool {
        try remembering { () throws(StoreError) in
            var end: [UInt8] = []
            end.append(bigEndian: record.terms.notAfter.milliseconds)
            return try store.create(.used, id: record.id.bytes, contents: end.span)
        }
    }

    /// The device that stands for a recipient, or nil for one that was never sealed to.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    public func device(of recipient: String) async throws(SealingError) -> DeviceIdentity? {
        try remembering { () throws(StoreError) in
            guard let bytes = try store.read(.pins, id: Self.id(of: recipient)) else { return nil }
            guard let device = try? DeviceIdentity(reading: bytes.span) else { throw .corrupted }
            return device
        }
    }

    /// Notes that `device` stands for `recipient`, unless one does; false where that is another.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    public func admit(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        try remembering { () throws(StoreError) in
            let id = Self.id(of: recipient)
            if try store.create(.pins, id: id, contents: device.bytes.span) { return true }
            return try store.read(.pins, id: id) == device.bytes
        }
    }

    private func chain(of device: DeviceIdentity) -> RecordChain {
        RecordChain(store: store, kind: .pins, name: Array("device\0".utf8) + device.bytes)
    }

    private static func id(of recipient: String) -> [UInt8] {
        Array("recipient\0".utf8) + Array(recipient.utf8)
    }

    private static func pins(
        _ contents: [UInt8]?,
        of device: DeviceIdentity
    ) throws(StoreError) -> DevicePins? {
        guard let contents else { return nil }
        guard let pins = DevicePins(stored: contents, of: device) else { throw .corrupted }
        return pins
    }

    private func remembering<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(SealingError) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            throw .memoryUnavailable
        }
    }
}
