// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
package import SealedPush
import SealedPushCoding
package import SealedPushRelay
package import SealedPushSidecar

/// Asks relays over HTTP, by the addresses that a policy allows.
///
/// It follows no redirect, uses no proxy of the environment, and reads at most 16 KiB of an answer.
package final class HTTPEndpointClient: EndpointClient {
    private let policy: RelayPolicy
    private let signer: VAPIDSigner?
    private let clients: PinnedClients
    private let clock: @Sendable () -> Timestamp

    /// The most bytes of an answer that are read: a bundle with two records and what is around it.
    private static let answerLimit = 16 << 10
    /// How long a relay may take for an answer.
    private static let timeLimit: TimeAmount = .seconds(15)

    /// - Parameters:
    ///   - policy: Which relays are asked.
    ///   - signer: Signs for endpoints that are bound to a key; nil if there are none.
    ///   - clock: The time of day, for signatures.
    package convenience init(
        _ policy: RelayPolicy,
        signer: VAPIDSigner?,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        self.init(policy, signer: signer, clock: clock) { host, port in
            // The system's resolver holds its thread.
            try await NIOThreadPool.singleton.runIfActive {
                try SocketAddress.makeAddressResolvingHost(host, port: port)
            }
        }
    }

    init(
        _ policy: RelayPolicy,
        signer: VAPIDSigner?,
        clock: @escaping @Sendable () -> Timestamp,
        resolve: @escaping @Sendable (String, Int) async throws -> SocketAddress
    ) {
        self.policy = policy
        self.signer = signer
        self.clock = clock
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(10)
        // The delivery is tried again, with growing pauses.
        configuration.connectionPool.retryConnectionEstablishment = false
        clients = PinnedClients(configuration, resolve: resolve)
    }

    /// Ends all connections.
    package func shutDown() async { await clients.shutDown() }

    package func bundle(
        at subscription: Subscription
    ) async throws(EndpointFailure) -> DeviceBundle {
        let answer = try await ask(subscription, "/prekey", [:], [])
        guard let root = try? JSONDocument(reading: answer).root,
            let text = root["bundle"]?.string,
            let bytes = try? Base64URL.decode(Array(text.utf8).span),
            let bundle = try? DeviceBundle(reading: bytes.span)
        else { throw .refused }
        return bundle
    }

    package func post(
        _ envelope: [UInt8],
        _ options: DeliveryOptions,
        to subscription: Subscription
    ) async throws(EndpointFailure) {
        var headers = [
            "Content-Type": "application/sealedpush",
            "TTL": "\(options.lifetime.seconds)",
            "Urgency": options.isUrgent ? "high" : "low",
        ]
        headers["Topic"] = options.topic
        _ = try await ask(subscription, "", headers, envelope)
    }

    /// Sends a `POST`, and gives the body of an answer that says it was served.
    private func ask(
        _ subscription: Subscription,
        _ suffix: String,
        _ headers: [String: String],
        _ body: [UInt8]
    ) async throws(EndpointFailure) -> [UInt8] {
        guard let url = EndpointURL(subscription.endpoint + suffix),
            let client = await clients.client(for: url, policy)
        else { throw .later(nil) }
        var request = HTTPClientRequest(url: url.text)
        request.method = .POST
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let bound = subscription.vapid {
            guard let signer, signer.publicKey == bound,
                let value = try? signer.authorization(for: url.origin, at: clock())
            else { throw .refused }
            request.headers.add(name: "Authorization", value: value)
        }
        request.body = .bytes(body)
        let (status, retryAfter, answer): (Int, String?, [UInt8])
        do {
            let response = try await client.execute(request, timeout: Self.timeLimit)
            status = Int(response.status.code)
            retryAfter = response.headers.first(name: "Retry-After")
            answer = Array(
                try await response.body.collect(upTo: Self.answerLimit).readableBytesView
            )
        } catch {
            throw .unanswered
        }
        if let failure = Self.failure(status, retryAfter, answer) { throw failure }
        return answer
    }

    /// What an answer with this status means; nil if it says that the request was served.
    static func failure(_ status: Int, _ retryAfter: String?, _ body: [UInt8]) -> EndpointFailure? {
        switch status {
        case 200..<300: return nil
        case 404, 410: return .gone
        case 409:
            let type = (try? JSONDocument(reading: body).root)?["type"]?.string
            let isStale = type == "urn:sealedpush:problem:stale-prekey"
            return isStale ? .stalePrekey : .later(nil)
        case 408, 425, 429, 500...:
            return .later(retryAfter.flatMap { UInt32($0) }.map { .seconds(Int64($0)) })
        default: return .refused
        }
    }
}

extension DeliveryOptions.Lifetime {
    fileprivate var seconds: Int64 {
        switch self {
        case .once: 0
        case .until(let duration): duration.components.seconds
        }
    }
}
