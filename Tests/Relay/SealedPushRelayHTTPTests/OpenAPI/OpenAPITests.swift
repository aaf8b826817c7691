// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SealedPush
import SealedPushCrypto
import SealedPushOpenSSL
import SealedPushRelay
import SealedPushRelayTesting
import Testing

@testable import SealedPushRelayHTTP

/// The server and `docs/openapi.yaml`, held against each other.
///
/// Every other test of the API holds its answers against the document as well (``APIRecord``).
struct OpenAPITests {
    @Test func `the server has the routes of the document and no others`() async throws {
        let documented = Set(try APIDocument.repository.get().operations.map(\.description))
        let served = try await RelayBench.run { bench in
            Set(bench.routes.map { $0.replacing(/:([a-z]+)/) { "{\($0.output.1)}" } })
        }
        #expect(served == documented)
    }

    @Test func `every status and problem of the document is one that the server gives`()
        async throws
    {
        let record = APIRecord()
        try await askAsSender(record)
        try await askAsSenderOfBound(record)
        let missing = try APIDocument.repository.get().answers.subtracting(record.answers)
        #expect(missing.isEmpty, "\(missing.map(\.description).sorted())")
    }

    // MARK: - Senders

    /// The paths below an endpoint.
    private static let requests: [(end: String, method: HTTPRequest.Method)] = [
        ("", .get), ("", .post), ("/prekey", .post),
    ]

    private func askAsSender(_ record: APIRecord) async throws {
        var limits = RelayLimits()
        limits.queuedPerEndpoint = 1
        try await RelayBench.run(limits: limits, record: record) { bench in
            let tag = try await bench.send(bench.path).headers[.eTag]
            _ = try await bench.send(bench.path, .get, [.ifNoneMatch: tag ?? ""])
            _ = try await bench.send(bench.path + "/prekey", .post)
            _ = try await bench.post(nil, [.ttl: nil])
            _ = try await bench.post([0])
            _ = try await bench.post(bench.envelope(to: PrekeyID(Randomness.bytes(8))))
            _ = try await bench.post(Array(repeating: 1, count: 5000))
            _ = try await bench.post(nil, [.contentType: "text/plain"])
            let posted = try await bench.post()
            _ = try await bench.post()
            let message = posted.headers[.location].map { String($0.dropFirst(bench.origin.count)) }
            for path in [message ?? "", "/m/x"] { _ = try await bench.send(path, .delete) }
            for (end, method) in Self.requests {
                _ = try await bench.send("/e/x" + end, method)
                bench.store.fail(1)
                _ = try await bench.send(bench.path + end, method)
            }
            bench.store.fail(1)
            _ = try await bench.send(message ?? "", .delete)
            try await bench.store.revoke(bench.endpoint.id, of: bench.endpoint.device)
            for (end, method) in Self.requests {
                _ = try await bench.send(bench.path + end, method)
            }
        }
    }

    private func askAsSenderOfBound(_ record: APIRecord) async throws {
        let key = try P256PrivateKey().publicKey.bytes
        try await RelayBench.run(sender: .bound(vapid: key), record: record) { bench in
            for (end, method) in Self.requests {
                _ = try await bench.send(bench.path + end, method)
                _ = try await bench.send(bench.path + end, method, [.authorization: "vapid x"])
            }
        }
    }
}
