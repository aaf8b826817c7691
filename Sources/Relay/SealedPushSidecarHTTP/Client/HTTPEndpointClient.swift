// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import SealedPush
import SealedPushCoding
package import SealedPushRelay
package import SealedPushSidecar
import Synchronization

/// Asks relays over HTTP, by the addresses that a policy allows.
///
/// It follows no redirect, uses no proxy of the environment, and reads at most 16 KiB of an answer.
package final class HTTPEndpointClient: EndpointClient {
    private let policy: RelayPolicy
    private let signer: VAPIDSigner?
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
    /// How long a relay may take for an answer.
    private let timeLimit: TimeAmount

    /// - Parameters:
    ///   - policy: Which relays are asked.
    ///   - signer: Signs every request, as endpoints may be bound to its key; nil if none is.
    ///   - clock: The time of day, for signatures, and to compare with that of relays.
    ///   - notice: Is told what an operator should know of relays: once of each, and of 100 at most;
    ///     of clocks when it changes.
    package convenience init(
        _ policy: RelayPolicy,
        signer: VAPIDSigner?,
        clock: @escaping @Sendable () -> Timestamp,
        notice: @escaping @Sendable (RelayNotice) -> Void = { _ in }
    ) {
        self.init(policy, signer: signer, clock: clock, notice: notice) { host, port in
            // The system's resolver holds its thread, for as long as a name's server is silent.
            try await Self.resolvers.runIfActive {
                try HostAddresses.all(of: host, port)
            }
        }
    }

    init(
        _ policy: RelayPolicy,
        signer: VAPIDSigner?,
        clock: @escaping @Sendable () -> Timestamp,
        roots: NIOSSLTrustRoots = .default,
        time: WorkerTime = WorkerTime(ContinuousClock()),
        timeLimit: TimeAmount = .seconds(15),
        notice: @escaping @Sendable (RelayNotice) -> Void = { _ in },
        resolve: @escaping @Sendable (String, Int) async throws -> [SocketAddress]
    ) {
        self.policy = policy
        self.timeLimit = timeLimit
        self.signer = signer
        self.clock = clock
        self.time = time
        self.notice = notice
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(5)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            SidecarDatabase.relayLimit
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

    package func offer(
        at subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure) -> EndpointOffer {
        // The envelope is sealed after it, so that a claim too many costs a prekey and nothing
        // else.
        let answer = try await ask(subscription, "/prekey", [:], [], isRepeatable: true)
        guard let root = try? JSONDocument(reading: answer).root,
            let bytes = root.bytes("bundle"),
            let bundle = try? DeviceBundle(reading: bytes.span)
        else { throw .refused }
        return EndpointOffer(bundle, retirement: Self.retirement(in: root))
    }

    package func post(
        _ envelope: [UInt8],
        _ options: DeliveryOptions,
        to subscription: DeviceIdentity.Subscription
    ) async throws(EndpointFailure) {
        var headers = [
            "Content-Type": "application/sealedpush",
            "TTL": "\(options.lifetime.seconds)",
            "Urgency": options.isUrgent ? "high" : "low",
        ]
        headers["Topic"] = options.topic
        // Each attempt is counted before it is made, so one is one.
        _ = try await ask(subscription, "", headers, envelope, isRepeatable: false)
    }

    /// Sends a `POST`, and gives the body of an answer that says it was served.
    ///
    /// If an address of the relay gives no answer, the next one is asked: at once if that is
    /// repeatable, else at the next call.
    private func ask(
        _ subscription: DeviceIdentity.Subscription,
        _ suffix: String,
        _ headers: [String: String],
        _ body: [UInt8],
        isRepeatable: Bool
    ) async throws(EndpointFailure) -> [UInt8] {
        let origin = subscription.origin
        var fields = HTTPHeaders(headers.map { ($0.key, $0.value) })
        if let signer {
            guard let value = try? signer.authorization(for: origin.text, at: clock()) else {
                throw .later(nil)
            }
            fields.add(name: "Authorization", value: value)
        }
        guard
            let request = try? HTTPClient.Request(
                url: subscription.endpoint + suffix,
                method: .POST,
                headers: fields,
                body: .bytes(body)
            ),
            // The address is pinned to the host as it was read here.
            request.host == origin.urlHost, request.port == origin.port
        else { throw .refused }
        let answer = try await send(request, to: origin, isRepeatable: isRepeatable)
        let isFar = compareClock(with: answer.headers.first(name: "Date"), of: origin)
        let bytes = answer.body.map { Array($0.readableBytesView) } ?? []
        let retryAfter = answer.headers.first(name: "Retry-After")
        guard let failure = Self.failure(Int(answer.status.code), retryAfter, bytes) else {
            return bytes
        }
        if failure == .keyRefused {
            // A signature is for a time: the right key is refused if one of the clocks is wrong.
            guard !isFar else { throw .later(nil) }
            tell(.keyRefused(origin.text))
        }
        throw failure
    }

    /// Whether the time of day is more than an hour from that of every relay which has answered
    /// within the last hour, so that messages would end early or late.
    package var isClockFar: Bool {
        clocks.withLock { $0.difference(now: clock(), steady: time.now()) }?.isFar == true
    }

    /// Compares the time of day with a relay's.
    ///
    /// - Returns: Whether they are more than an hour apart.
    private func compareClock(with field: String?, of origin: WebOrigin) -> Bool {
        guard let date = field.flatMap(Timestamp.init(httpDate:)) else { return false }
        let now = clock()
        let change = clocks.withLock { clocks in
            clocks.note(date, of: origin.text, now: now, steady: time.now())
        }
        if let change { notice(.clock(change)) }
        return RelayClocks.Difference(now, from: date, of: origin.text).isFar
    }

    private func tell(_ new: RelayNotice) {
        let isNew = told.withLock { told in
            told.count < Self.toldLimit && told.insert(new).inserted
        }
        if isNew { notice(new) }
    }

    private func send(
        _ request: HTTPClient.Request,
        to origin: WebOrigin,
        isRepeatable: Bool
    ) async throws(EndpointFailure) -> HTTPClient.Response {
        // The deadline is that of the whole answer, however slowly it comes.
        let deadline = NIODeadline.now() + timeLimit
        var next = await clients.client(for: origin, policy)
        guard next != nil else {
            tell(.unreachable(origin.text))
            throw .later(nil)
        }
        var tried: Set<ObjectIdentifier> = []
        while let client = next, tried.insert(ObjectIdentifier(client)).inserted {
            do {
                return try await client.execute(
                    request: request,
                    delegate: ResponseAccumulator(
                        request: request,
                        maxBodySize: Self.answerLimit
                    ),
                    deadline: deadline
                ).get()
            } catch {
                next = await clients.client(after: client, for: origin)
                guard isRepeatable, NIODeadline.now() < deadline else { break }
            }
        }
        throw .unanswered
    }

    /// What an answer with this status means; nil if it says that the request was served.
    static func failure(_ status: Int, _ retryAfter: String?, _ body: [UInt8]) -> EndpointFailure? {
        switch status {
        case 200..<300: return nil
        case 410:
            return .gone((try? JSONDocument(reading: body).root).flatMap(retirement(in:)))
        // Without a relay's word it may be of a proxy that is set up wrongly.
        case 404: return problem(body) == "unknown" ? .gone(nil) : .later(nil)
        case 401 where problem(body) == "vapid-required": return .keyRefused
        case 403 where problem(body) == "vapid-refused": return .keyRefused
        case 409: return problem(body) == "stale-prekey" ? .stalePrekey : .later(nil)
        case 408, 425, 429, 500...:
            return .later(retryAfter.flatMap { UInt32($0) }.map { .seconds(Int64($0)) })
        default: return .refused
        }
    }
}

extension HTTPEndpointClient {
    /// The retirement in an answer; whatever is no valid one counts as none (V-28).
    private static func retirement(in root: JSONValue) -> DeviceIdentity.Retirement? {
        guard let bytes = root.bytes("retirement") else { return nil }
        return try? DeviceIdentity.Retirement(reading: bytes.span)
    }

    /// The name of the problem that an answer tells, of those that relays have.
    private static func problem(_ body: [UInt8]) -> Substring? {
        let prefix = "urn:sealedpush:problem:"
        let type = (try? JSONDocument(reading: body).root)?["type"]?.string
        return type.flatMap { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : nil }
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

extension JSONValue {
    /// The bytes of a member in base64url.
    fileprivate func bytes(_ name: String) -> [UInt8]? {
        self[name]?.string.flatMap { try? Base64URL.decode(Array($0.utf8).span) }
    }
}
