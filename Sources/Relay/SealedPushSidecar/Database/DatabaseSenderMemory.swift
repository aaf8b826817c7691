// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushKeys
import ServerStore

/// A sender's memory in a sidecar's database, which all sidecars of the sender share.
///
/// It has no lists of devices: the devices of a recipient are those that the backend has set.
///
/// A database that was put back from a backup does not tell: the operator has to confirm every
/// recipient's subscriptions again, by setting them.
package struct DatabaseSenderMemory: SenderMemory {
    private let database: SidecarDatabase

    package init(in database: SidecarDatabase) {
        self.database = database
    }

    package func pins(of device: DeviceIdentity) async throws(SealingError) -> DeviceBundle.Pins? {
        try await remembering { () async throws(ServerStoreError) in
            try await database.read { try Self.pins(of: device, in: $0) }
        }
    }

    @discardableResult
    package func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DeviceBundle.Pins {
        try await remembering { () async throws(ServerStoreError) in
            try await database.write { transaction in
                let known = try Self.pins(of: bundle.device, in: transaction)
                let pins = DeviceBundle.Pins(seeing: bundle, after: known)
                if pins != known {
                    try transaction.change(
                        "REPLACE INTO pins (device, pins) VALUES (?, ?)",
                        bundle.device.bytes,
                        pins.stored
                    )
                }
                return pins
            }
        }
    }

    package func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool {
        try await remembering { () async throws(ServerStoreError) in
            try await database.write { transaction in
                try transaction.change(
                    "INSERT OR IGNORE INTO used (prekey, until) VALUES (?, ?)",
                    record.id.bytes,
                    record.terms.notAfter
                ) == 1
            }
        }
    }

    package func retirement(
        of device: DeviceIdentity
    ) async throws(SealingError) -> DeviceIdentity.Retirement? {
        try await remembering { () async throws(ServerStoreError) in
            try await database.read { transaction in
                let bytes: [UInt8]? = try transaction.value(
                    "SELECT retirement AS value FROM retirement WHERE device = ?",
                    device.bytes
                )
                guard let bytes else { return nil }
                guard let retirement = try? DeviceIdentity.Retirement(reading: bytes.span),
                    retirement.device == device
                else { throw ServerStoreError.damaged }
                return retirement
            }
        }
    }

    @discardableResult
    package func retire(_ retirement: DeviceIdentity.Retirement) async throws(SealingError) -> Bool
    {
        try await remembering { () async throws(ServerStoreError) in
            try await database.retire(retirement)
        }
    }

    private static func pins(
        of device: DeviceIdentity,
        in transaction: SidecarTransaction
    ) throws -> DeviceBundle.Pins? {
        let bytes: [UInt8]? = try transaction.value(
            "SELECT pins AS value FROM pins WHERE device = ?",
            device.bytes
        )
        guard let bytes else { return nil }
        guard let pins = DeviceBundle.Pins(stored: bytes, of: device) else {
            throw ServerStoreError.damaged
        }
        return pins
    }

    private func remembering<Value>(
        _ body: () async throws(ServerStoreError) -> Value
    ) async throws(SealingError) -> Value {
        do throws(ServerStoreError) {
            return try await body()
        } catch {
            throw .memoryUnavailable
        }
    }
}

extension SidecarDatabase {
    /// Notes for ever that a device is retired; false if that was noted before.
    @discardableResult
    func retire(_ retirement: DeviceIdentity.Retirement) async throws(ServerStoreError) -> Bool {
        try await write { transaction in
            try transaction.change(
                "INSERT OR IGNORE INTO retirement (device, retirement) VALUES (?, ?)",
                retirement.device.bytes,
                retirement.bytes
            ) == 1
        }
    }
}
