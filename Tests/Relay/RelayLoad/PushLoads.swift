// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PushTransport
import SealedPush
import SealedPushAPNs
import SealedPushOpenSSL
import SealedPushRelay
import SimulatedAPNs
import Synchronization

/// A simulated APNs in another process, and the client that pushes to it.
struct PushService {
    static let topic = "com.example.app"
    private let configuration: APNsConfiguration

    init(port: Int, root: String) throws {
        let pem = Array(try Data(contentsOf: URL(filePath: root)))
        var configuration = APNsConfiguration(host: "127.0.0.1", port: port)
        configuration.roots = try TrustedRoots(pem: pem.span)
        configuration.connectionLimit = 2
        self.configuration = configuration
    }

    /// Plays APNs until the standard input ends; takes every token and every key.
    static func serve(root: String) async throws {
        var directory = APNsDirectory(takesEveryToken: true)
        for number in 0..<ClientKey.count {
            let key = try ClientKey(number)
            directory.add(ProviderKey(key.key.publicKey, keyID: key.id, teamID: "TEAM000001"))
        }
        var configuration = ServerConfiguration(directory)
        configuration.journalLimit = 1
        try await APNsServer.run(configuration) { server in
            try server.roots.pem.write(toFile: root, atomically: true, encoding: .utf8)
            print(server.port)
            fflush(nil)
            while readLine() != nil {}
        }
    }

    func client() throws -> APNsClient {
        let key = try ClientKey(Int(ProcessInfo.processInfo.processIdentifier) % ClientKey.count)
        let signer = try key.key.withDER { der in
            try ProviderTokenKey(p8: der, keyID: key.id, teamID: "TEAM000001")
        }
        return try APNsClient(configuration, tokens: signer)
    }

    /// The client alone: so many senders, each with one push at a time.
    func measure(for time: Duration, senders: Int) async throws -> RelayLoad.Result {
        let client = try client()
        let payload = try OuterFrame(.generic).bytes(of: [UInt8](repeating: 1, count: 2048).span)
        let token = try APNsDeviceToken([UInt8](repeating: 0xA1, count: 32))
        let start = ContinuousClock.now
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<senders {
                group.addTask {
                    var count = 0
                    while ContinuousClock.now - start < time {
                        let push = OutgoingPush(
                            payload: payload,
                            headers: APNsHeaders(
                                topic: Self.topic,
                                pushType: "alert",
                                priority: .immediate,
                                expiration: 0,
                                collapseID: "one"
                            )
                        )
                        guard case .accepted = try await client.send(push, to: token, as: APNsID())
                        else { throw LoadFailure.refused }
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        await client.close()
        return RelayLoad.Result(count: count, since: start)
    }

    func route(_ client: APNsClient) throws -> PushRoute {
        try PushRoute(client, topic: Self.topic, capacity: 2000)
    }

    /// A worker that pushes to it from an outbox.
    func worker(
        of store: any RelayStore,
        _ client: APNsClient,
        event: @escaping @Sendable (RelayWorker.Event) -> Void = { _ in }
    ) throws -> RelayWorker {
        RelayWorker(
            store: store,
            routes: [LoadDevices.app: try route(client)],
            keys: LoadDevices.keys,
            notice: event
        )
    }
}

/// A provider's key, one for each process: APNs takes no second token of a key within 20 minutes.
private struct ClientKey: ~Copyable {
    static let count = 1000
    let key: P256PrivateKey
    let id: String

    init(_ number: Int) throws {
        let scalar =
            [UInt8](repeating: 3, count: 30) + [UInt8(number / 256), UInt8(number % 256)]
        key = try P256PrivateKey(scalar: scalar.span)
        id = "KEY\(1_000_000 + number)"
    }
}

/// A worker that empties a full outbox.
enum DrainLoad {
    static func measure(
        _ store: any RelayStore,
        to service: PushService
    ) async throws -> RelayLoad.Result {
        let client = try service.client()
        let pushed = Counter()
        let worker = try service.worker(of: store, client) { event in
            if case .pushed(_, .accepted) = event { pushed.count.add(1, ordering: .relaxed) }
        }
        let start = ContinuousClock.now
        async let run: Void = worker.run()
        // To look at the outbox costs as much as many messages, so only a pause has it looked at.
        var last = -1
        while true {
            try await Task.sleep(for: .milliseconds(20))
            let count = pushed.count.load(ordering: .relaxed)
            if count == last, try await store.read({ try $0.due() }).isEmpty { break }
            last = count
        }
        worker.stop(within: .seconds(30))
        await run
        let result = RelayLoad.Result(count: pushed.count.load(ordering: .relaxed), since: start)
        await client.close()
        return result
    }
}

final class Counter: Sendable {
    let count = Atomic<Int>(0)
}

/// A worker whose pushes are never answered: what it takes of memory beside a full outbox.
enum HeldWorker {
    static func measure(_ store: any RelayStore) async throws -> RelayLoad.Result {
        let route = try PushRoute(topic: "com.example.app") { _ throws(CancellationError) in
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                throw CancellationError()
            }
            return .accepted
        }
        let worker = RelayWorker(
            store: store,
            routes: [LoadDevices.app: route],
            keys: LoadDevices.keys
        )
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await worker.run() }
            try await Task.sleep(for: .seconds(5))
            group.cancelAll()
            var result = RelayLoad.Result()
            result.bytes = try anonymousMemory()
            return result
        }
    }

    private static func anonymousMemory() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        for line in status.split(separator: "\n") where line.hasPrefix("RssAnon:") {
            let fields = line.split(whereSeparator: \.isWhitespace)
            if fields.count > 1, let kilobytes = Double(fields[1]) { return kilobytes * 1024 }
        }
        throw LoadFailure.refused
    }
}
