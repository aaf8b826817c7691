// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PushTransport
import SealedPush
import SealedPushAPNs
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelay
import Synchronization

/// How long a message takes from its request to the answer of the push service, at a steady rate.
///
/// A request counts from when it was to be sent: one that waits behind others is late.
enum LatencyLoad {
    static func measure(
        _ store: any RelayStore,
        to service: PushService,
        for time: Duration,
        perSecond rate: Int
    ) async throws -> RelayLoad.Result {
        let addresses = try await LoadDevices(in: store).register()
        let client = try service.client()
        let times = PushTimes()
        let route = try PushRoute(topic: PushService.topic) { request throws(CancellationError) in
            guard let device = try? APNsDeviceToken(request.token) else { return .noAddress }
            let result = try await client.send(
                request.push,
                to: device,
                as: APNsID(bytes: request.id.bytes),
                within: request.limit,
                attempt: request.attempt
            )
            if case .accepted = result { times.ended(request.push.headers.collapseID) }
            return PushOutcome(result)
        }
        let worker = RelayWorker(
            store: store,
            routes: [LoadDevices.app: route],
            keys: LoadDevices.keys
        )
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await worker.run() }
            group.addTask {
                let router = try HTTPLoad.relay(store) { worker.wake() }
                try await HTTPLoad.serve(router) { port.yield($0) }
            }
            guard let number = await ports.first(where: { _ in true }) else {
                throw LoadFailure.refused
            }
            let count = rate * Int(time.components.seconds)
            try await post(count, every: .seconds(1) / rate, to: addresses, number, times)
            let end = ContinuousClock.now + .seconds(60)
            while times.count < count {
                guard ContinuousClock.now < end else { throw LoadFailure.refused }
                try await Task.sleep(for: .milliseconds(20))
            }
            group.cancelAll()
            return times.result
        }
    }

    private static func post(
        _ count: Int,
        every interval: Duration,
        to addresses: [LoadDevices.Address],
        _ port: Int,
        _ times: PushTimes
    ) async throws {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 256
        let client = HTTPClient(configuration: configuration)
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                let due = start + interval * number
                try await Task.sleep(until: due, tolerance: .zero)
                let path = addresses[number % addresses.count].capability.text
                group.addTask {
                    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/e/\(path)")
                    request.method = .POST
                    request.headers.add(name: "Content-Type", value: "application/sealedpush")
                    request.headers.add(name: "TTL", value: "86400")
                    let envelope = Self.envelope()
                    times.began(envelope.name, at: due)
                    request.body = .bytes(ByteBuffer(bytes: envelope.bytes))
                    let answer = try await client.execute(request, timeout: .seconds(30))
                    guard answer.status == .created else { throw LoadFailure.refused }
                    _ = try await answer.body.collect(upTo: 1 << 16)
                }
            }
            try await group.waitForAll()
        }
        try await client.shutdown()
    }

    /// An envelope, and the collapse id that its push has.
    private static func envelope() -> (bytes: [UInt8], name: String) {
        let bytes = [1] + Randomness.bytes(2047)
        return (bytes, Base64URL.encode(bytes[EnvelopeLayout.messageID].span))
    }
}

/// When messages were to be posted, and how long after that they were pushed.
private final class PushTimes: Sendable {
    private struct State {
        var began: [String: ContinuousClock.Instant] = [:]
        var took: [Duration] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.took.count } }

    func began(_ name: String, at time: ContinuousClock.Instant) {
        state.withLock { $0.began[name] = time }
    }

    func ended(_ name: String) {
        let now = ContinuousClock.now
        state.withLock { state in
            guard let time = state.began.removeValue(forKey: name) else { return }
            state.took.append(now - time)
        }
    }

    var result: RelayLoad.Result {
        let sorted = state.withLock { $0.took.sorted() }
        var result = RelayLoad.Result()
        result.count = sorted.count
        result.median = sorted[sorted.count / 2] / .seconds(1)
        result.percentile99 = sorted[sorted.count * 99 / 100] / .seconds(1)
        return result
    }
}
