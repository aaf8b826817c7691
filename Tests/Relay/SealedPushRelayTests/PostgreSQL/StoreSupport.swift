// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PostgreSQLServer
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import Testing

@testable import SealedPushRelay
@testable import ServerStore

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
    init(_ number: Int64, to endpoint: Endpoint, topic: String? = nil) throws {
        self.init(
            id: OutboxID(number),
            endpoint: endpoint.id,
            envelope: try Envelope(reading: [1] + Randomness.bytes(1399)),
            options: DeliveryOptions(lifetime: .until(.seconds(600)), topic: topic)
        )
    }
}
