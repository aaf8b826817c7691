// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A relay's store in a database that speaks SQL: most methods are the same statements in each.
package protocol SQLRelayStore: RelayStore {
    associatedtype Transaction: SQLTransaction

    /// Runs queries that see one state of the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(RelayStoreError) -> Value

    /// Runs a transaction, which is durable when this returns.
    ///
    /// After an error nobody knows whether it was written. `body` runs again only if it is known that it was not.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(RelayStoreError) -> Value

    /// Runs a transaction that holds bytes while it waits, of which a store may bound the sum.
    func write<Value: Sendable>(
        holding bytes: Int,
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(RelayStoreError) -> Value
}

extension SQLRelayStore {
    package func write<Value: Sendable>(
        holding bytes: Int,
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(RelayStoreError) -> Value {
        try await write(body)
    }

    package func add(
        _ device: RelayDevice,
        _ prekeys: PublishedPrekeys?
    ) async throws(RelayStoreError) {
        try await write(holding: prekeys?.bundle.count ?? 0) { transaction in
            try transaction.save(device)
            if let prekeys { try transaction.save(prekeys, of: device.id) }
        }
    }

    package func device(_ id: DeviceID) async throws(RelayStoreError) -> RelayDevice? {
        try await read { try $0.device(id) }
    }

    package func change<Result: Sendable>(
        _ id: DeviceID,
        _ body: @escaping @Sendable (inout RelayDevice, Timestamp) -> Result
    ) async throws(RelayStoreError) -> Result? {
        try await write { try $0.change(id, body) }
    }

    package func activate(
        _ id: DeviceID,
        by answer: ActivationAnswer
    ) async throws(RelayStoreError) -> Result<[TokenRecall], ActivationError>? {
        try await write { try $0.activate(id, by: answer) }
    }

    package func add(_ endpoint: Endpoint) async throws(RelayStoreError) -> Bool {
        try await write { try $0.add(endpoint) }
    }

    package func destinations(
        of requests: [Destination.Request]
    ) async throws(RelayStoreError) -> [Destination?] {
        try await read { try $0.destinations(of: requests) }
    }

    package func revoke(
        _ endpoint: EndpointID,
        of device: DeviceID
    ) async throws(RelayStoreError) {
        try await write { try $0.revoke(endpoint, of: device) }
    }

    package func published(
        of device: DeviceID
    ) async throws(RelayStoreError) -> PublishedPrekeys? {
        try await read { try $0.published(device) }
    }

    package func changePrekeys<Result: Sendable>(
        of device: DeviceID,
        _ body: @escaping @Sendable (inout PublishedPrekeys, Timestamp) -> Result
    ) async throws(RelayStoreError) -> Result? {
        try await write { transaction in
            guard var prekeys = try transaction.published(device, .change) else { return nil }
            let result = body(&prekeys, transaction.now)
            try transaction.save(prekeys, of: device)
            try transaction.deleteStock(of: device, below: prekeys.minimumEpoch)
            return result
        }
    }

    package func replaceStock(
        of device: DeviceID,
        by stock: PrekeyStock?
    ) async throws(RelayStoreError) {
        try await write(holding: stock?.records.count ?? 0) {
            try $0.replaceStock(of: device, by: stock)
        }
    }

    package func claim(
        for endpoint: EndpointID
    ) async throws(RelayStoreError) -> PrekeyStock.Claim? {
        try await write { try $0.claim(for: endpoint) }
    }

    package func wantedStock(of device: DeviceID) async throws(RelayStoreError) -> Int {
        try await read { try $0.wantedStock(of: device) }
    }

    package func reserveIDs() async throws(RelayStoreError) -> ClosedRange<Int64> {
        try await write { transaction in
            // How many names are reserved at once.
            let block: Int64 = 4096
            let end = try transaction.number(
                "UPDATE reserved SET next = next + ? RETURNING next AS number",
                block
            )
            return Int64(end) - block...Int64(end) - 1
        }
    }

    package func expiry(of id: OutboxID) async throws(RelayStoreError) -> Timestamp? {
        try await read { transaction in
            try transaction.row("SELECT expires FROM queue WHERE id = ? AND NOT once", id)?
                .value("expires")
        }
    }

    package func withdraw(_ id: OutboxID) async throws(RelayStoreError) {
        try await write { _ = try $0.delete("lease IS NULL AND id = ?", id) }
    }

    package func enroll(_ worker: WorkerID) async throws(RelayStoreError) {
        try await write { try $0.enroll(worker) }
    }

    package func renew(
        _ worker: WorkerID,
        holding held: Set<OutboxID>
    ) async throws(RelayStoreError) -> Bool {
        try await write { try $0.renew(worker, holding: held) }
    }

    package func leave(_ worker: WorkerID) async throws(RelayStoreError) {
        try await write { try $0.leave(worker) }
    }

    package func due() async throws(RelayStoreError) -> Set<OutboxPartition> {
        try await read { try $0.due() }
    }

    package func lanes() async throws(RelayStoreError) -> [LaneID: (
        app: AppEnvironment, lane: Lane
    )] {
        try await read { transaction in
            var lanes: [LaneID: (app: AppEnvironment, lane: Lane)] = [:]
            // A lane that cannot be read is left out: the others go on.
            for row in try transaction.rows("SELECT * FROM lane") {
                guard let app = try? AppEnvironment(row), let lane = try? Lane(row) else {
                    continue
                }
                lanes[try row.value("id")] = (app, lane)
            }
            return lanes
        }
    }

    package func sweep(
        lapsedBefore lapsed: Timestamp?,
        expiredBefore expired: Timestamp?
    ) async throws(RelayStoreError) {
        var isDamaged = false
        for step in SweepStep.allCases {
            do {
                while !Task.isCancelled,
                    try await write({
                        try $0.sweep(step, lapsedBefore: lapsed, expiredBefore: expired)
                    })
                {}
            } catch .damaged {
                isDamaged = true
            }
        }
        if isDamaged { throw .damaged }
    }

    package func devices(
        after last: DeviceID?,
        limit: Int
    ) async throws(RelayStoreError) -> [DeviceID] {
        try await read { transaction in
            let rows = try transaction.rows(
                "SELECT id FROM device WHERE id > ? ORDER BY id LIMIT ?",
                last?.number ?? 0,
                limit
            )
            return try rows.map { try $0.value("id") }
        }
    }

    package func deadLetters(
        after last: OutboxID?,
        limit: Int
    ) async throws(RelayStoreError) -> [DeadLetter] {
        try await read { transaction in
            let rows = try transaction.rows(
                "SELECT * FROM dead_letter WHERE id > ? ORDER BY id LIMIT ?",
                last?.number ?? Int64.min,
                limit
            )
            return try rows.map { row in
                DeadLetter(
                    id: try row.value("id"),
                    reason: try row.value("reason"),
                    time: try row.value("at")
                )
            }
        }
    }

    package func touch() async throws(RelayStoreError) {
        // SQLite writes nothing if what it writes is there already.
        try await write { _ = try $0.change("UPDATE reserved SET next = next + 1") }
    }

    package func now() async throws(RelayStoreError) -> Timestamp {
        try await read { $0.now }
    }
}
