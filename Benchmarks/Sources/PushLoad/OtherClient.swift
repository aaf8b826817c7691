// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import SealedPushAPNs

/// async-http-client, with the same pushes.
enum OtherClient {
    static func measure(
        _ target: PushTarget,
        _ loop: ClosedLoop
    ) async throws -> ClosedLoop.Throughput {
        var configuration = HTTPClient.Configuration()
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(target.root)
        configuration.tlsConfiguration = tls
        let client = HTTPClient(configuration: configuration)
        let url = "https://\(PushTarget.host):\(target.port)/3/device/\(PushTarget.device)"
        let requests = try OwnClient.requests(loop.senders).map { own in
            var request = HTTPClientRequest(url: url)
            request.method = .POST
            request.headers = [
                "authorization": Self.token,
                "apns-id": own.id.text,
                "apns-topic": PushTarget.topic,
                "apns-push-type": "alert",
                "apns-priority": "10",
            ]
            request.body = .bytes(ByteBuffer(bytes: PushTarget.payload))
            return request
        }
        do {
            let throughput = try await loop.run { sender in
                let response = try await client.execute(requests[sender], timeout: .seconds(30))
                guard response.status == .ok, response.version == .http2 else {
                    throw LoadFailure("answered with \(response.status) in \(response.version)")
                }
                _ = try await response.body.collect(upTo: 4096)
            }
            try await client.shutdown()
            return throughput
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// As long as a provider token.
    private static let token = "bearer " + String(repeating: "e", count: 171)
}
