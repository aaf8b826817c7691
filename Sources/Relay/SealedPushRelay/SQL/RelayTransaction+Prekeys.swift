// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import ServerStore

extension RelayTransaction {
    /// What a device has published; nil if there is no such device, or it publishes elsewhere.
    package func published(
        of device: DeviceID,
        _ lock: SQLLock? = nil
    ) throws -> PublishedPrekeys? {
        try row("SELECT * FROM published WHERE device = ?\(locking(lock))", device)
            .map(PublishedPrekeys.init)
    }

    /// Changes what a device has published; its stock is deleted if it holds a prekey that is
    /// revoked by that.
    ///
    /// - Returns: What `body` returns; nil if there is no such device, or it publishes elsewhere.
    /// - Throws: What the database throws.
    package func changePrekeys<Result>(
        of device: DeviceID,
        _ body: (inout PublishedPrekeys, Timestamp) -> Result
    ) throws -> Result? {
        guard var prekeys = try published(of: device, .change) else { return nil }
        let result = body(&prekeys, now)
        try save(prekeys, of: device)
        try deleteStock(of: device, below: prekeys.minimumEpoch)
        return result
    }

    package func save(_ prekeys: PublishedPrekeys, of device: DeviceID) throws {
        try run(
            """
            INSERT INTO published (device, bundle, ids) VALUES (?,?,?)
            ON CONFLICT (device) DO UPDATE SET bundle = excluded.bundle, ids = excluded.ids
            """,
            device,
            prekeys.bundle,
            prekeys.idBytes
        )
    }

    /// Replaces a device's one-time prekeys; nil leaves none.
    package func replaceStock(of device: DeviceID, by stock: PrekeyStock?) throws {
        try run("DELETE FROM stock WHERE device = ?", device)
        try run("DELETE FROM stock_records WHERE device = ?", device)
        guard let stock else { return }
        try run(
            "INSERT INTO stock (device, next, count, serves_until, epoch) VALUES (?,?,?,?,?)",
            device,
            stock.next,
            stock.count,
            stock.servesUntil,
            stock.epoch
        )
        try run(
            "INSERT INTO stock_records (device, ids, records) VALUES (?,?,?)",
            device,
            stock.ids,
            stock.records
        )
    }

    /// Deletes the stock of a device if it holds a prekey that the device has revoked.
    private func deleteStock(of device: DeviceID, below epoch: UInt32) throws {
        let count = try change("DELETE FROM stock WHERE device = ? AND epoch < ?", device, epoch)
        if count == 1 { try run("DELETE FROM stock_records WHERE device = ?", device) }
    }

    /// Gives out a one-time prekey to an endpoint, or nil if none is left or the endpoint had its
    /// share of today.
    package func claim(for id: EndpointID) throws -> PrekeyStock.Claim? {
        guard let endpoint = try endpoint(id, .change), try reach(of: endpoint) == .open else {
            return nil
        }
        let today = try number(
            """
            SELECT \(Self.count) AS number FROM claim
            WHERE device = ? AND endpoint = ? AND prekey IS NOT NULL
            """,
            day.start,
            day.end,
            endpoint.device,
            id
        )
        guard today < limits.claimsPerDay else { return nil }
        let claim = try takeRecord(of: endpoint.device)
        // The number only tells claims of one moment apart.
        try run(
            "INSERT INTO claim (device, endpoint, at, number, prekey) VALUES (?,?,?,?,?)",
            endpoint.device,
            id,
            now,
            Int64.random(in: .min ... .max),
            claim?.id.bytes
        )
        return claim
    }

    private func takeRecord(of device: DeviceID) throws -> PrekeyStock.Claim? {
        let taken = try row(
            """
            UPDATE stock SET next = next + 1 WHERE device = ? AND next < count AND serves_until > ?
            RETURNING next
            """,
            device,
            now
        )
        guard let taken else { return nil }
        let next: Int = try taken.value("next")
        guard 1...PrekeyStock.limit ~= next else { throw ServerStoreError.damaged }
        let row = try row(
            "SELECT substr(ids, ?, ?) AS id, substr(records, ?, ?) AS record FROM stock_records WHERE device = ?",
            (next - 1) * PrekeyRecord.ID.count + 1,
            PrekeyRecord.ID.count,
            (next - 1) * PrekeyRecord.count + 1,
            PrekeyRecord.count,
            device
        )
        guard let row, case let id:[UInt8] = try row.value("id"), id.count == PrekeyRecord.ID.count
        else {
            throw ServerStoreError.damaged
        }
        return PrekeyStock.Claim(id: PrekeyRecord.ID(id), record: try row.value("record"))
    }

    /// How many one-time prekeys a device is asked to keep.
    package func wantedStock(of device: DeviceID) throws -> Int {
        let claims = try number(
            "SELECT \(Self.count) AS number FROM claim WHERE device = ?",
            now.advanced(by: .zero - StockTarget.period),
            Timestamp.latest,
            device
        )
        let all = try number(
            "SELECT EXISTS (SELECT 1 FROM claim WHERE device = ?) AS number",
            device
        )
        return StockTarget.count(claims: claims, wasClaimed: all == 1)
    }
}
