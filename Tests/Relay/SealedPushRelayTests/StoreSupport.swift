// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQLServer
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay
@testable import ServerStore

/// Runs a test with the path of a file in a folder of its own.
func withFile<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    return try await body(folder.path("relay.sqlite"))
}

extension PostgreSQLServer {
    /// Makes a new database on the shared server and returns its connection string.
    static func sharedDatabase() async throws -> String {
        try await onThread { try shared.get().database() }
    }
}

/// A database of a test, which may be opened again and again.
enum StorePlace: Sendable {
    case sqlite(path: String)
    case postgreSQL(address: String)

    /// The databases that a relay works on.
    enum Kind: CaseIterable, Sendable {
        case sqlite
        case postgreSQL

        /// How many shards an outbox has.
        var shards: Int16 {
            switch self {
            case .sqlite: SQLiteTransaction.shards
            case .postgreSQL: PostgreSQLTransaction.shards
            }
        }
    }

    /// Runs a test on a new database.
    static func with<Value>(
        _ kind: Kind,
        _ body: (StorePlace) async throws -> Value
    ) async throws -> Value {
        guard kind == .sqlite else {
            return try await body(.postgreSQL(address: PostgreSQLServer.sharedDatabase()))
        }
        return try await withFile { try await body(.sqlite(path: $0)) }
    }

    /// Opens the database, runs a test on it and closes it.
    func open<Value>(
        limits: RelayLimits = RelayLimits(),
        clock: (@Sendable () -> Timestamp)? = nil,
        _ body: (any RelayStore) async throws -> Value
    ) async throws -> Value {
        switch self {
        case .sqlite(let path):
            let clock = clock ?? { SampleDevice.now }
            return try await body(try SQLiteRelayStore(path: path, limits: limits, clock: clock))
        case .postgreSQL(let address):
            return try await PostgreSQLRelayStore.with(address, limits: limits, clock: clock) {
                try await body($0)
            }
        }
    }
}

extension PostgreSQLRelayStore {
    /// Opens a store, runs a test on it and closes it.
    static func with<Value>(
        _ address: String,
        limits: RelayLimits = RelayLimits(),
        timeLimit: Duration = .seconds(20),
        clock: (@Sendable () -> Timestamp)? = nil,
        _ body: (PostgreSQLRelayStore) async throws -> Value
    ) async throws -> Value {
        let store = try await open(
            address,
            limits: limits,
            timeLimit: timeLimit,
            clock: clock
        )
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(store))
        } catch {
            result = .failure(error)
        }
        await store.close()
        return try result.get()
    }
}

extension RelayStore {
    /// An endpoint of a new active device.
    func newEndpoint() async throws -> Endpoint {
        let device = try SampleDevice().active()
        try await write { try $0.add(device, nil) }
        return try await newEndpoint(of: device.id)
    }

    func newEndpoint(of device: DeviceID) async throws -> Endpoint {
        let endpoint = Endpoint(
            id: EndpointID(),
            device: device,
            digest: Capability().digest,
            sender: .anyone
        )
        try #require(try await write { try $0.add(endpoint) })
        return endpoint
    }

    /// Runs a query and returns the column `number` of its first row.
    func number(_ sql: String) async throws -> Int {
        try await read { try $0.number(sql) }
    }
}

extension Submission {
    init(
        _ number: Int64,
        to endpoint: Endpoint,
        lifetime: DeliveryOptions.Lifetime = .until(.seconds(600)),
        topic: String? = nil
    ) throws {
        self.init(
            id: OutboxID(number),
            endpoint: endpoint.id,
            envelope: try Envelope(reading: [1] + Randomness.bytes(1399)),
            options: DeliveryOptions(lifetime: lifetime, topic: topic)
        )
    }
}
