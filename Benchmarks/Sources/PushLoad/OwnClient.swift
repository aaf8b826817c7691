// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PushTransport
import SealedPushAPNs
import SealedPushOpenSSL

/// The client of this project.
enum OwnClient {
    /// A client for the server, which authenticates as any would.
    static func make(_ target: PushTarget, connections: Int = 8) throws -> APNsClient {
        let file = Array(try Data(contentsOf: URL(fileURLWithPath: target.root)))
        var configuration = APNsConfiguration(
            host: PushTarget.host,
            port: target.port,
            roots: try TrustedRoots(pem: file.span)
        )
        configuration.connectionLimit = connections
        let key = try P256PrivateKey().anyKind().withDER { der in
            try ProviderTokenKey(p8: der, keyID: "KEY0000001", teamID: "TEAM000001")
        }
        return try APNsClient(configuration, tokens: key)
    }

    /// Pushes, each with an id of its own.
    static func requests(_ count: Int) throws -> [APNsRequest] {
        var generator = SystemRandomNumberGenerator()
        return try (0..<count).map { _ in try request(id: APNsID(using: &generator)) }
    }

    static func request(
        id: APNsID,
        priority: PushPriority = .immediate
    ) throws -> APNsRequest {
        try APNsRequest(
            PushTarget.payload,
            to: try APNsDeviceToken(hex: PushTarget.device),
            topic: PushTarget.topic,
            type: .alert,
            priority: priority,
            id: id
        )
    }

    /// Sends one, which has to be accepted.
    static func push(_ request: APNsRequest, on client: APNsClient) async throws {
        let result = try await client.send(request)
        guard case .accepted = result else {
            throw LoadFailure("a push was not accepted: \(result)")
        }
    }

    static func measure(
        _ target: PushTarget,
        connections: Int,
        _ loop: ClosedLoop
    ) async throws -> ClosedLoop.Throughput {
        let client = try make(target, connections: connections)
        let requests = try requests(loop.senders)
        let throughput = try await loop.run { sender in
            try await push(requests[sender], on: client)
        }
        await client.close()
        return throughput
    }

    static func measure(
        _ target: PushTarget,
        _ loop: OpenLoop
    ) async throws -> OpenLoop.Latency {
        let client = try make(target)
        let requests = try requests(1000)
        let latency = try await loop.run { number in
            try await push(requests[number % requests.count], on: client)
        }
        await client.close()
        return latency
    }
}
