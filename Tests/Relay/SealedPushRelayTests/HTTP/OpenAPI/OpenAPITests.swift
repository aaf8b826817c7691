// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OpenAPITestSupport
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushOpenSSL
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

/// The server and `docs/openapi.yaml`, held against each other.
///
/// Every other test of the API holds its answers against the document as well (``APIRecord``).
@Suite(.rules("C-63")) struct OpenAPITests {
    @Test func `the server has the routes of the document and no others`() async throws {
        let documented = Set(try APIDocument.repository.get().operations.map(\.description))
        let served = try await RelayBench.run { bench in
            Set(bench.routes.map { $0.replacing(/:([a-z]+)/) { "{\($0.output.1)}" } })
        }
        #expect(served == documented)
    }

    @Test func `another method of a path is told from a path that is not there`() async throws {
        let document = try APIDocument.repository.get()
        try await RelayBench.run { bench in
            for path in Set(document.operations.map(\.path)) {
                let path = path.replacing(/{[a-z]+}/, with: "x")
                let methods = Set(document.operations(at: path).map(\.method))
                for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]
                where !methods.contains(method) {
                    let method = try #require(HTTPRequest.Method(method))
                    let answer = try await bench.send(path, method)
                    #expect(answer.status == .methodNotAllowed, "\(method) \(path)")
                }
                #expect(try await bench.send(path + "/x/y", .patch).status == .notFound)
            }
        }
    }

    @Test func `every status and problem of the document is one that the server gives`()
        async throws
    {
        let record = APIRecord()
        try await askAsSender(record)
        try await askAsSenderOfBound(record)
        try await askAsDevice(record)
        try await askAsPublisher(record)
        try await askOpenly(record)
        let missing = try APIDocument.repository.get().answers.subtracting(record.answers)
        #expect(missing.map(\.description).sorted() == [])
    }

    private static let drop = "AAAAAAAAAAAAAAAAAAAAAA"

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
            _ = try await bench.post(bench.envelope(to: PrekeyRecord.ID(Randomness.bytes(8))))
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
            _ = try await bench.send("/d/\(Self.drop)")
            bench.store.fail(1)
            _ = try await bench.send("/d/\(Self.drop)")
            try await bench.store.write {
                try $0.revoke(bench.endpoint.id, of: bench.endpoint.device)
            }
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

    // MARK: - Devices

    private func askAsDevice(_ record: APIRecord) async throws {
        let document = try APIDocument.repository.get()
        var limits = RelayLimits()
        (limits.endpointsPerDevice, limits.dropsPerDevice) = (1, 1)
        try await RelayBench.run(limits: limits, record: record) { bench in
            let sample = SampleDevice()
            let device = try await bench.register(sample)
            let code = try #require(await bench.transport.next()?.activation?.code)
            // Before its token serves.
            _ = try await device.send("/test", .post)
            _ = try await device.send("/endpoints", .post) { $0.add("unbound", true) }
            _ = try await device.leave(
                [UInt8](repeating: 1, count: Drop.boxCount),
                as: Self.drop
            )
            for _ in 0..<3 { _ = try await device.send("/activation/retry", .post) }
            _ = try await device.activate(by: Capability())
            _ = try await device.activate(by: code)
            // After that.
            _ = try await device.activate(by: code)
            _ = try await device.send("/activation/retry", .post)
            for _ in 0..<4 { _ = try await device.send("/test", .post) }
            for token in ["0a0b", "0c0d"] {
                _ = try await device.send("/token", .put) { $0.add("token", token) }
            }
            _ = try await device.send()
            _ = try await device.makeEndpoint()
            _ = try await device.send("/endpoints", .post) { $0.add("unbound", true) }
            _ = try await device.send("/endpoints")
            _ = try await device.send("/endpoints/0000000000000001", .delete)
            let bundle = try DeviceBundle(
                device: sample.identity,
                records: [sample.record(.reusable, epoch: 2)]
            )
            _ = try await device.send("/bundle", .put, bytes: bundle.bytes)
            let stock = try sample.record(.oneTime, epoch: 2).bytes
            _ = try await device.send("/stock", .put, bytes: stock)
            let statement = DeviceIdentity.Retirement(signing: sample.key)
            _ = try await device.send("/retirement", .put, bytes: statement.bytes)
            let box = [UInt8](repeating: 1, count: Drop.boxCount)
            for _ in 0..<2 { _ = try await device.leave(box, as: Self.drop) }
            _ = try await device.leave(box.reversed() + [1], as: Self.drop)
            _ = try await device.leave([2] + box.dropFirst(), as: Self.drop)
            _ = try await device.leave(box, as: "AAAAAAAAAAAAAAAAAAAAAQ")
            _ = try await bench.send("/d/\(Self.drop)")
            for credential in try await Self.challenged(device) {
                _ = try await device.send("/credential", .put) {
                    $0.add("proof", base64URL: credential.span)
                }
            }
        }
        try await RelayBench.run(record: record) { bench in
            let response = try await bench.registering(
                SampleDevice(),
                invitation: try await bench.invite()
            ) { $0.add("prekeys", "elsewhere") }
            let elsewhere = BenchDevice(
                bench: bench,
                sample: SampleDevice(),
                id: response.json?["device"]?.string ?? "",
                credential: response.json?["credential"]?.string ?? ""
            )
            for end in ["/bundle", "/stock"] {
                _ = try await elsewhere.send(end, .put, bytes: [1])
            }
            let device = try await bench.register()
            let operations = document.operations.filter { $0.path.contains("{device}") }
            let end = APIDocument.Operation(method: "DELETE", path: "/v1/devices/{device}")
            for operation in operations where operation != end {
                try await ask(operation, of: device, document)
            }
            try await ask(end, of: device, document)
            for operation in operations { try await ask(operation, of: device, document) }
        }
    }

    /// A proof that answers a challenge, and the same again, which is worthless then.
    private static func challenged(_ device: BenchDevice) async throws -> [[UInt8]] {
        let text = try await device.send("/challenge").json?["challenge"]?.string ?? ""
        let challenge = try #require(Capability(text: text))
        let id = DeviceID(text: device.id)
        let proof = try device.sample.proof(.credential, of: challenge, for: id).bytes
        return [proof, proof]
    }

    /// Asks for an operation with bodies that are wrong, without a credential, with one, and of a
    /// store that fails.
    private func ask(
        _ operation: APIDocument.Operation,
        of device: BenchDevice,
        _ document: APIDocument
    ) async throws {
        let bench = device.bench
        let path = operation.path.replacing("{device}", with: device.id)
            .replacing("{endpoint}", with: "0000000000000001")
            .replacing("{drop}", with: Self.drop)
        let method = try #require(HTTPRequest.Method(operation.method))
        var headers: HTTPFields = [.authorization: "Bearer \(device.credential)"]
        let other = operation.path.replacing("{device}", with: "0000000000000001")
            .replacing("{endpoint}", with: "x").replacing("{drop}", with: Self.drop)
        if let mediaType = document.mediaType(of: operation) {
            headers[.contentType] = "text/plain"
            _ = try await bench.send(path, method, headers, [1])
            headers[.contentType] = mediaType
            let bodies: [[UInt8]] = [[1], Array(repeating: 1, count: 200_000)]
            for body in bodies { _ = try await bench.send(path, method, headers, body) }
            _ = try await bench.send(other, method, headers, Array("{}".utf8))
        } else {
            _ = try await bench.send(other, method, headers)
        }
        bench.store.fail(1)
        _ = try await bench.send(path, method, headers)
        if operation.method == "DELETE" || document.mediaType(of: operation) == nil {
            _ = try await bench.send(path, method, headers)
        }
    }

    // MARK: - Publishers

    private func askAsPublisher(_ record: APIRecord) async throws {
        try await RelayBench.run(record: record) { bench in
            let (path, key) = ("/v1/invitations", bench.apiKey.text)
            _ = try await bench.invite()
            _ = try await bench.send(path, .post, bearer: key) { _ in }
            for key in [nil, Capability().text] {
                _ = try await bench.send(path, .post, bearer: key) { $0.add("app", "chat") }
            }
            let none = Capability()
            try await bench.store.write {
                try $0.add(APIKey(name: "none", digest: none.digest, scopes: []))
            }
            _ = try await bench.send(path, .post, bearer: none.text) { $0.add("app", "chat") }
            let headers: HTTPFields = [.authorization: "Bearer \(key)"]
            for type in ["text/plain", "application/json"] {
                let body = [UInt8](repeating: 1, count: 20_000)
                for (path, headers) in [(path, headers), ("/v1/devices", [:])] {
                    var headers = headers
                    headers[.contentType] = type
                    _ = try await bench.send(path, .post, headers, body)
                }
            }
            _ = try await bench.registering(SampleDevice(), invitation: "x")
            _ = try await bench.registering(SampleDevice(), token: "x")
            let invitation = try await bench.invite()
            bench.store.fail(1)
            _ = try await bench.registering(SampleDevice(), invitation: invitation)
            bench.store.fail(1)
            _ = try await bench.send(path, .post, bearer: key) { $0.add("app", "chat") }
        }
    }

    private func askOpenly(_ record: APIRecord) async throws {
        try await RelayBench.run(policy: .open, record: record) { bench in
            let first = try await bench.openDevice()
            for _ in 0..<10 { _ = try await bench.registering(SampleDevice()) }
            _ = try await first.send("/token", .put) { $0.add("token", "0c0d") }
        }
    }
}
