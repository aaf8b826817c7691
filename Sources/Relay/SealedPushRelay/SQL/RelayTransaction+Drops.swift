// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

extension RelayTransaction {
    /// Keeps a drop, if it is the first of its id.
    package func leave(_ drop: Drop) throws -> DropAnswer {
        // The lock lets those of one device be counted one after the other.
        guard let device = try device(drop.device, .change), device.state.takesMessages else {
            return .notActive
        }
        if let known = try known(drop) { return known }
        let usage = try row(
            "SELECT \(Self.count) AS day, count(box) AS kept FROM drop_box WHERE device = ?",
            day.start,
            day.end,
            drop.device
        )
        guard let usage else { throw ServerStoreError.damaged }
        let limit = limits.reached(
            byDropsKept: try usage.value("kept"),
            inADay: try usage.value("day")
        )
        if let limit { return .limited(limit) }
        let count = try change(
            """
            INSERT INTO drop_box (digest, device, box, at, expires)
            VALUES (?,?,?,?,?) ON CONFLICT (digest) DO NOTHING
            """,
            drop.digest.bytes,
            drop.device,
            drop.box,
            now,
            now.advanced(by: drop.lifetime)
        )
        // Else another device was first, at the same time.
        return try count == 1 ? .kept : known(drop) ?? .answered
    }

    /// The answer to a drop of whose id there was one already; nil if there was none.
    ///
    /// A box whose time is over is not there again, so the same one is answered as another would
    /// be.
    private func known(_ drop: Drop) throws -> DropAnswer? {
        try row("SELECT box FROM drop_box WHERE digest = ?", drop.digest.bytes).map { row in
            let box: [UInt8]? = try row.value("box")
            return box == drop.box ? .repeated : .answered
        }
    }

    /// How many boxes are kept.
    package func boxCount() throws -> Int {
        try number("SELECT count(*) AS number FROM drop_box WHERE box IS NOT NULL")
    }
}
