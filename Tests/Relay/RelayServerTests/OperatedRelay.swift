// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelay
import SealedPushRelayTesting
import TestSupport
import Testing

/// A relay with two devices, two messages and three dead letters, and the commands on it.
struct OperatedRelay {
    let folder: String
    let address: String?

    struct World {
        let names: [String]
        let endpoints: [Capability]
    }

    init(_ folder: String, _ address: String?) {
        self.folder = folder
        self.address = address
    }

    var options: [String] { address == nil ? ["--data", "relay"] : ["--config", "settings.json"] }
    var environment: [String: String] { address.map { ["SEALEDPUSH_POSTGRESQL": $0] } ?? [:] }

    /// Makes what the commands show; the last attempt was refused for its credentials.
    func fill() async throws -> World {
        if let address {
            _ = try run(["relay-keys", "keys"], with: [])
            try Data(#"{"keys":"keys"}"#.utf8).write(to: URL(filePath: folder + "/settings.json"))
            let store = try await PostgreSQLRelayStore.open(address)
            let world = try await fill(store)
            await store.close()
            return world
        }
        // The command makes the folder, with the relay's keys.
        _ = try run(["apikey", "make", "app"], with: options)
        return try await fill(
            try SQLiteRelayStore(path: folder + "/relay/relay.sqlite") {
                Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
            }
        )
    }

    private func fill(_ store: some RelayStore) async throws -> World {
        let devices = try (0..<2).map { _ in try SampleDevice().active() }
        let endpoints = devices.map { _ in Capability() }
        for (device, capability) in zip(devices, endpoints) {
            try await store.write { try $0.add(device, nil) }
            let endpoint = Endpoint(
                id: EndpointID(),
                device: device.id,
                digest: capability.digest,
                sender: .anyone
            )
            try #require(try await store.write { try $0.add(endpoint) })
        }
        let request = Destination.Request(endpoints[0].digest)
        let found = try #require(try await store.destinations(of: [request])[0])
        let messages = try await store.write { try $0.reserveIDs() }.prefix(5).map { number in
            Submission(
                id: OutboxID(number),
                endpoint: found.endpoint.id,
                envelope: try Envelope(reading: [1] + Randomness.bytes(1399)),
                options: DeliveryOptions(lifetime: .until(.seconds(3600)), topic: nil)
            )
        }
        #expect(try await store.accept(messages) == Array(repeating: .queued, count: 5))
        let worker = WorkerID()
        try await store.write { try $0.enroll(worker) }
        var leases: [Lease] = []
        for partition in try await store.read({ try $0.due() }) {
            let request = LeaseRequest(worker: worker, partition: partition, limit: 5)
            leases += try await store.write { try $0.lease(request) }
        }
        let attempts = leases.map { lease in
            Attempt(
                lease,
                lease.message.id.number > 2
                    ? .rejected(reason: "PayloadTooLarge") : .credentials
            )
        }
        try #require(attempts.count == 5)
        try await store.write(.settlement) { try $0.settle(attempts, by: worker) }
        try await store.write { try $0.leave(worker) }
        return World(names: devices.map(\.id.text), endpoints: endpoints)
    }

    /// All that the database holds, table by table.
    func rows() throws -> String {
        try shell(
            """
            python3 -c '
            import sqlite3
            print(*sqlite3.connect("relay/relay.sqlite").iterdump(), sep="\\n")'
            """
        )
    }

    /// What a line of a shell prints, in which the built commands are found.
    func shell(_ line: String) throws -> String {
        let run = try Tool.shell(line, in: folder)
        #expect(run.status == 0, "\(line)")
        return run.output
    }

    func status(_ arguments: [String]) throws -> Int32 {
        try Tool.run(
            BuiltProgram.named("sealedpush-server"),
            arguments + options,
            in: folder,
            environment: environment
        ).status
    }

    @discardableResult
    func run(_ arguments: [String], with options: [String]? = nil) throws -> String {
        let run = try Tool.run(
            BuiltProgram.named("sealedpush-server"),
            arguments + (options ?? self.options),
            in: folder,
            environment: environment
        )
        #expect(run.status == 0, "\(arguments)")
        return run.output.hasSuffix("\n") ? String(run.output.dropLast()) : run.output
    }

    func lines(_ arguments: [String]) throws -> [String] {
        try run(arguments).split(separator: "\n").map(String.init)
    }

    func json(_ arguments: [String]) throws -> JSONValue {
        try JSONDocument(reading: Array(try run(arguments).utf8)).root
    }
}
