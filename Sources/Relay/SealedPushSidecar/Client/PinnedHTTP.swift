// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import SealedPush
package import SealedPushRelayClient
import ServerStore
import Synchronization

/// Requests to relays by the addresses that a policy allows: a transport of `RelaySender`.
///
/// It follows no redirect, uses no proxy of the environment, and reads at most 16 KiB of an answer.
package final class PinnedHTTP: RelayHTTP {
    private let policy: RelayPolicy
    private let clients: PinnedClients
    private let clock: @Sendable () -> Timestamp
    private let time: WorkerTime
    private let notice: @Sendable (RelayNotice) -> Void
    /// What `notice` was told.
    private let told = Mutex<Set<RelayNotice>>([])
    private let clocks = Mutex(RelayClocks())

    /// How many notices are told: recipients choose relays.
    private static let toldLimit = 100
    /// The most bytes of an answer that are read: a bundle with two records and what is around it.
    private static let answerLimit = 16 << 10
    /// Threads that resolve names; never shut down, as one that waits could not end.
    private static let resolvers = {
        let pool = NIOThreadPool(numberOfThreads: 32)
        pool.start()
        return pool
    }()
    /// How long a relay may take for an answer, its name included, beside the time for which it is
    /// asked to wait.
    private let timeLimit: TimeAmount

    /// ``timeLimit`` unless a test has another one.
    static let timeLimit: TimeAmount = .seconds(15)

    /// What requests are for, each with connections of its own.
    package enum Use: Sendable {
        /// Deliveries.
        case messages
        /// Drops, for which a relay lets its clients wait; as many at once.
        case drops(Int)

        /// How many more a relay has that it answers at once: before a link is shown, and for the
        /// prekeys of a device that has answered.
        private static let others = 8

        /// How many connections a relay has.
        var connections: Int {
            switch self {
            case .messages: SidecarDatabase.relayLimit
            case .drops(let count): count + Self.others
            }
        }
    }

    /// - Parameters:
    ///   - policy: Which relays are asked.
    ///   - use: What for.
    ///   - clock: The time of day, for signatures, and to compare with that of relays.
    ///   - notice: Is told what an operator should know of relays: once of each, and of 100 at most;
    ///     of clocks when it changes.
    package convenience init(
        _ policy: RelayPolicy,
        for use: Use = .messages,
        clock: @escaping @Sendable () -> Timestamp,
        notice: @escaping @Sendable (RelayNotice) -> Void = { _ in }
    ) {
        self.init(policy, for: use, clock: clock, notice: notice) { host, port in
            // The system's resolver holds its thread, for as long as a name's server is silent.
            try await Self.resolvers.runIfActive {
                try HostAddresses.all(of: host, port)
            }
        }
    }

    init(
        _ policy: RelayPolicy,
        for use: Use = .messages,
        clock: @escaping @Sendable () -> Timestamp,
        roots: NIOSSLTrustRoots = .default,
        time: WorkerTime = WorkerTime(ContinuousClock()),
        timeLimit: TimeAmount = timeLimit,
        notice: @escaping @Sendable (RelayNotice) -> Void = { _ in },
        resolve: @escaping @Sendable (String, Int) async throws -> [SocketAddress]
    ) {
        self.policy = policy
        self.timeLimit = timeLimit
        self.clock = clock
        self.time = time
        self.notice = notice
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(5)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = use.connections
        // The delivery is tried again, with growing pauses.
        configuration.connectionPool.retryConnectionEstablishment = false
        clients = PinnedClients(
            configuration,
            roots: roots,
            timeLimit: timeLimit,
            resolve: resolve
        )
    }

    /// Ends all connections.
    package func shutDown() async { await clients.shutDown() }

    /// A client of relays by these requests, signed by a key if endpoints are bound to one.
    package func relays(signedBy key: VAPIDKey?) -> RelaySender {
        RelaySender(key: key, http: self, clock: clock) { [self] origin in
            tell(.keyRefused(origin.text))
        }
    }

    /// A client of relays for endpoints that are bound to the sender's own key: what one refuses is
    /// not its operator's fault.
    package func relays(signedByOwn key: VAPIDKey) -> RelaySender {
        RelaySender(key: key, http: self, clock: clock)
    }

    /// Whether the time of day is more than an hour from that of every relay which has answered
    /// within the last hour, so that messages would end early or late.
    package var isClockFar: Bool {
        clocks.withLock { $0.difference(now: clock(), steady: time.now()) }?.isFar == true
    }

    /// Compares the time of day with a relay's.
    private func compareClock(with field: String?, of origin: WebOrigin) {
        guard let date = field.flatMap(Timestamp.init(httpDate:)) else { return }
        let now = clock()
        let change = clocks.withLock { clocks in
            clocks.note(date, of: origin.text, now: now, steady: time.now())
        }
        if let change { notice(.clock(change)) }
    }

    private func tell(_ new: RelayNotice) {
        let isNew = told.withLock { told in
            told.count < Self.toldLimit && told.insert(new).inserted
        }
        if isNew { notice(new) }
    }

    /// Sends a request to one of the addresses that the policy allows.
    ///
    /// If an address of the relay gives no answer, the next one is asked: at once if the request is
    /// repeatable, else at the next call. A task that is cancelled ends the request.
    ///
    /// - Throws: ``EndpointFailure``.
    package func send(_ request: RelayRequest) async throws -> RelayAnswer {
        let origin = request.origin
        let wire: HTTPClient.Request
        do {
            wire = try HTTPClient.Request(
                url: request.url,
                method: HTTPMethod(rawValue: request.method),
                headers: HTTPHeaders(request.headers.map { ($0.key, $0.value) }),
                body: .bytes(request.body)
            )
        } catch {
            throw EndpointFailure.refused
        }
        // The address is pinned to the host as it was read here.
        guard wire.host == origin.urlHost, wire.port == origin.port else {
            throw EndpointFailure.refused
        }
        let answer = try await send(wire, to: origin, as: request)
        let date = answer.headers.first(name: "Date")
        compareClock(with: date, of: origin)
        return RelayAnswer(
            status: Int(answer.status.code),
            retryAfter: answer.headers.first(name: "Retry-After"),
            date: date,
            body: answer.body.map { Array($0.readableBytesView) } ?? []
        )
    }

    private func send(
        _ request: HTTPClient.Request,
        to origin: WebOrigin,
        as asked: RelayRequest
    ) async throws(EndpointFailure) -> HTTPClient.Response {
        // The deadline is that of the whole answer, however slowly it comes.
        let deadline = NIODeadline.now() + timeLimit + TimeAmount(asked.patience)
        var next = await clients.client(for: origin, policy)
        guard next != nil else {
            tell(.unreachable(origin.text))
            // What is not posted again was certainly not taken.
            throw asked.isRepeatable ? .unanswered : .later(nil)
        }
        var tried: Set<ObjectIdentifier> = []
        while let client = next, tried.insert(ObjectIdentifier(client)).inserted {
            let exchange = client.execute(
                request: request,
                delegate: ResponseAccumulator(request: request, maxBodySize: Self.answerLimit),
                deadline: deadline
            )
            do {
                return try await withTaskCancellationHandler {
                    try await exchange.get()
                } onCancel: {
                    exchange.cancel()
                }
            } catch {
                guard !Task.isCancelled else { break }
                next = await clients.client(after: client, for: origin)
                guard asked.isRepeatable, NIODeadline.now() < deadline else { break }
            }
        }
        throw .unanswered
    }
}
