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
        try remembering { () throws(StoreError) in try last(of: device)?.pins }
    }

    /// Pins what was seen of a device.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    public func pin(_ bundle: DeviceBundle) async throws(SealingError) {
        try remembering { () throws(StoreError) in
            while true {
                let last = try last(of: bundle.device)
                let pins = DevicePins(seeing: bundle, after: last?.pins)
                guard pins != last?.pins else { return }
                let next = PinChain.id(of: bundle.device.bytes, at: last.map { $0.index + 1 } ?? 0)
                // Another process may have been first: then its pins are read and built upon.
                if try store.create(.pins, id: next, contents: pins.stored.span) { return }
            }
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

    /// Whether `device` is the recipient's known one, or its first.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    public func admit(
        _ device: DeviceIdentity,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        try remembering { () throws(StoreError) in
            let id = Array("recipient".utf8) + [0] + Array(recipient.utf8)
            if try store.create(.pins, id: id, contents: device.bytes.span) { return true }
            return try store.read(.pins, id: id) == device.bytes
        }
    }

    private func last(
        of device: DeviceIdentity
    ) throws(StoreError) -> (index: UInt32, pins: DevicePins)? {
        let found = try PinChain.last { index throws(StoreError) in
            try store.read(.pins, id: PinChain.id(of: device.bytes, at: index))
        }
        guard let found else { return nil }
        guard let pins = DevicePins(stored: found.contents, of: device) else { throw .corrupted }
        return (found.index, pins)
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
