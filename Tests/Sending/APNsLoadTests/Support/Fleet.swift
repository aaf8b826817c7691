// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore
import NIOPosix
import SealedPush
import SealedPushOpenSSL
import SimulatedAPNs
import Synchronization
import Testing

@testable import SealedPushAPNs

/// A client and a server, over sockets with TLS, in a time of their own.
final class Fleet: Sendable {
    /// How long nothing may happen: longer than any push has time.
    private static let patience = Duration.hours(100)
    /// How long a push may take.
    static let timeLimit = Duration.hours(20)
    /// Limits so low that what comes of them comes in a short time; idleness goes by the machine's
    /// clock.
    static let observations = {
        var observations = Observations()
        observations.badTokenLimit = 2
        observations.idleLimit = .milliseconds(300)
        return observations
    }()
    /// How often all event loops turn before it counts that nothing has happened.
    private static let turns = 24

    let client: APNsClient
    let server: APNsServer
    let time: VirtualTime
    let ledger: Ledger

    private let loops: [any EventLoop]
    private let limits: APNsConfiguration
    /// How many may come back at once, to be sent again.
    private let returnLimit: Int

    private init(
        client: APNsClient,
        server: APNsServer,
        time: VirtualTime,
        ledger: Ledger,
        loops: [any EventLoop],
        limits: APNsConfiguration,
        returnLimit: Int
    ) {
        self.client = client
        self.server = server
        self.time = time
        self.ledger = ledger
        self.loops = loops
        self.limits = limits
        self.returnLimit = returnLimit
    }

    /// Runs both, and ends them, also where a push has no result; the client shows a provider token
    /// or a certificate.
    static func run(
        _ script: FaultScript = FaultScript(),
        ledger: Ledger = Ledger(count: 0),
        _ observations: Observations = Observations(),
        gone tokens: [APNsDeviceToken] = [],
        showsCertificate: Bool = false,
        connections: Int = 4,
        streams: Int = 64,
        queueLimit: Int? = nil,
        _ body: (Fleet) async throws -> Void
    ) async throws {
        let time = VirtualTime()
        let key = try P256PrivateKey()
        var directory = APNsDirectory(takesEveryToken: true)
        directory.add(ProviderKey(key.publicKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
        for token in tokens {
            let state = DeviceRegistration.State.unregistered(since: Ledger.goneSince)
            let gone = DeviceRegistration(of: "com.example.app", on: token.text, state: state)
            directory.register(gone, as: token)
        }
        var configuration = ServerConfiguration(directory)
        configuration.script = script
        configuration.observations = observations
        configuration.now = time.server
        configuration.streamLimit = streams
        configuration.journalLimit = 100
        let signer = try ProviderTokenKey(
            key,
            keyID: "ABC123DEFG",
            teamID: "DEF123GHIJ"
        )
        let group = MultiThreadedEventLoopGroup(numberOfThreads: connections)
        try await APNsServer.run(configuration, watcher: ledger.note) { server in
            var limits = APNsConfiguration(host: "127.0.0.1", port: server.port)
            limits.roots = server.roots
            limits.connectionLimit = connections
            limits.queueLimit = queueLimit ?? ledger.senderLimit
            limits.timeLimit = timeLimit
            limits.logger = Logger(label: "load") { _ in EndWatch(ledger) }
            let client = try APNsClient(
                limits,
                key: showsCertificate ? nil : signer,
                certificate: showsCertificate
                    ? server.providerCertificate(for: "com.example.app") : nil,
                on: group,
                time: time.client
            )
            let fleet = Fleet(
                client: client,
                server: server,
                time: time,
                ledger: ledger,
                loops: Array(group.makeIterator())
                    + Array(MultiThreadedEventLoopGroup.singleton.makeIterator()),
                limits: limits,
                returnLimit: 2 * connections * streams
            )
            try await body(fleet)
            await fleet.wait(for: "the client's end") { await client.close(within: .zero) }
        }
        try await group.shutdownGracefully()
    }

    /// Waits for what `body` does, and lets time pass where nothing else happens; a wait that would
    /// have no end is a failure.
    ///
    /// - Parameters:
    ///   - name: What a failure says had no end.
    ///   - limit: What `body` gives up after. It has a hundred steps at least: a connection of a
    ///     busy machine takes as long as many of them.
    ///   - sourceLocation: Where a failure is.
    ///   - body: What is waited for.
    /// - Returns: What `body` returns.
    @discardableResult
    func wait<Value: Sendable>(
        for name: String,
        upTo limit: Duration = timeLimit,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let box = Box<Value>()
        // Not a child: what never ends must not be waited for.
        let task = Task { box.set(await body()) }
        var quiet = 0
        var since = time.now
        var last = progress
        while true {
            for _ in 0..<Self.turns {
                let turn = loops.map { $0.submit {} }
                try? await EventLoopFuture.andAllComplete(turn, on: loops[0]).get()
                if let value = box.value { return value }
            }
            checkLoad(sourceLocation)
            let progress = progress
            guard progress == last else {
                (last, quiet, since) = (progress, 0, time.now)
                time.advance(by: .milliseconds(1))
                continue
            }
            quiet += 1
            guard time.now - since < Self.patience else {
                Issue.record("no end of \(name)", sourceLocation: sourceLocation)
                task.cancel()
                return nil
            }
            // At first so slowly that a PING is answered in time; what is due later is a matter of
            // minutes. An answer has as much of the machine's time in either case: a busy kernel
            // may deliver after all event loops have turned.
            let isLong = quiet >= 20
            try? await Task.sleep(for: .milliseconds(isLong ? 5 : 1))
            time.advance(by: min(isLong ? .seconds(30) : .seconds(2), limit / 100))
            client.tick()
        }
    }

    /// How many connections the server has ended on which nothing was asked.
    var idleEnds: Int { ledger.goAways(for: APNsReason.idleTimeout.rawValue) }

    /// Waits until it has ended more than so many of them, or for ten seconds.
    ///
    /// - Returns: Whether it has.
    func waitForIdleEnds(beyond count: Int) async throws -> Bool {
        for _ in 0..<1000 where idleEnds <= count {
            try await Task.sleep(for: .milliseconds(10))
        }
        return idleEnds > count
    }

    /// Sends a push; nil where its task is cancelled.
    func result(of number: Int, within limit: Duration? = nil) async -> APNsResult? {
        do { return try await client.send(APNsRequest.load(number), within: limit) } catch {
            return nil
        }
    }

    /// Sends pushes at once, and gives their results.
    @discardableResult
    func send(_ numbers: Range<Int>, within limit: Duration) async -> [APNsResult] {
        await wait(for: "pushes", upTo: limit) {
            await withTaskGroup { group in
                for number in numbers {
                    group.addTask { await self.result(of: number, within: limit) }
                }
                return await group.reduce(into: []) { list, result in
                    if let result { list.append(result) }
                }
            }
        } ?? []
    }

    /// What changes when anything happens.
    private var progress: [Int] {
        let load = client.load
        let counts = server.counts
        return [
            load.connections, load.inFlight, load.queued, counts.connections, counts.requests,
            ledger.resultCount,
        ]
    }

    /// Notes where there is more than there may be.
    private func checkLoad(_ sourceLocation: SourceLocation) {
        let load = client.load
        let isBounded =
            load.connections <= 2 * limits.connectionLimit
            && load.inFlight <= load.connections * StreamLimit.ceiling
            && load.inFlight + load.queued <= ledger.senderLimit
            // What was in flight comes back beyond the limit.
            && load.queued - returnLimit <= limits.queueLimit
        if !isBounded { Issue.record("\(load)", sourceLocation: sourceLocation) }
    }
}

/// What a task leaves.
private final class Box<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)

    var value: Value? { state.withLock { $0 } }

    func set(_ value: Value) { state.withLock { $0 = value } }
}
