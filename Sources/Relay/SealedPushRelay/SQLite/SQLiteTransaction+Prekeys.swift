// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SealedPush

extension SQLiteTransaction {
    func published(_ device: DeviceID) throws -> PublishedPrekeys? {
        try row("SELECT * FROM published WHERE device = ?", device.number)
            .map(PublishedPrekeys.init)
    }

    func save(_ prekeys: PublishedPrekeys, of device: DeviceID) throws {
        try run(
            "INSERT OR REPLACE INTO published VALUES (?,?,?)",
            device.number,
            Data(prekeys.bundle),
            Data(prekeys.idBytes)
        )
    }

    func replaceStock(of device: DeviceID, by stock: PrekeyStock?) throws {
        try run("DELETE FROM stock WHERE device = ?", device.number)
        try run("DELETE FROM stock_records WHERE device = ?", device.number)
        guard let stock else { return }
        try run(
            "INSERT INTO stock VALUES (?,?,?,?,?)",
            device.number,
            stock.next,
            stock.count,
            stock.servesUntil.stored,
            stock.epoch
        )
        try run(
            "INSERT INTO stock_records VALUES (?,?,?)",
            device.number,
            Data(stock.ids),
            Data(stock.records)
        )
    }

    func claim(for id: EndpointID) throws -> PrekeyStock.Claim? {
        guard let endpoint = try endpoint(id), try reach(of: endpoint) == .open else { return nil }
        let today = try number(
            "SELECT count(*) FROM claim WHERE endpoint = ? AND at > ? AND prekey IS NOT NULL",
            id.number,
            now.advanced(by: .zero - Acceptance.memory).stored
        )
        guard today < limits.claimsPerDay else { return nil }
        let claim = try takeRecord(of: endpoint.device)
        try run(
            "INSERT INTO claim VALUES (?,?,?,?)",
            endpoint.device.number,
            id.number,
            claim.map { Data($0.id.bytes) },
            now.stored
        )
        return claim
    }

    private func takeRecord(of device: DeviceID) throws -> PrekeyStock.Claim? {
        let taken = try row(
            """
            UPDATE stock SET next = next + 1 WHERE device = ? AND next < count AND serves_until > ?
            RETURNING next
            """,
            device.number,
            now.stored
        )
        guard let taken else { return nil }
        let next: Int = try taken.value("next")
        let row = try row(
            "SELECT substr(ids, ?, ?) AS id, substr(records, ?, ?) AS record FROM stock_records WHERE device = ?",
            (next - 1) * PrekeyID.count + 1,
            PrekeyID.count,
            (next - 1) * PrekeyRecord.count + 1,
            PrekeyRecord.count,
            device.number
        )
        guard let row, try row.bytes("id").count == PrekeyID.count else {
            throw RelayStoreError.damaged
        }
        return PrekeyStock.Claim(id: PrekeyID(try row.bytes("id")), record: try row.bytes("record"))
    }

    func accepts(_ prekey: PrekeyID, at id: EndpointID) throws -> Bool {
        guard let endpoint = try endpoint(id) else { return false }
        let rule = try published(endpoint.device).map { PrekeyRule.published($0) } ?? .elsewhere
        let claims = try number(
            "SELECT count(*) FROM claim WHERE endpoint = ? AND prekey = ?",
            id.number,
            Data(prekey.bytes)
        )
        return rule.accepts(prekey, isClaimed: claims > 0, at: now)
    }

    func wantedStock(of device: DeviceID) throws -> Int {
        let claims = try number(
            "SELECT count(*) FROM claim WHERE device = ? AND at > ?",
            device.number,
            now.advanced(by: .zero - StockTarget.period).stored
        )
        let all = try number(
            "SELECT EXISTS (SELECT 1 FROM claim WHERE device = ?)",
            device.number
        )
        return StockTarget.count(claims: claims, wasClaimed: all == 1)
    }
}
