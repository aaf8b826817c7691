// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import KeysTestSupport
import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import SealedPushSender
import ServerStore
import Synchronization
import TestSupport

@testable import SealedPushSidecar

/// A sidecar's database in a folder of its own, a sender, and a relay in memory.
final class SidecarBench: Sendable {
    private let folder = TemporaryFolder()
    var path: String { folder.path("sidecar.sqlite") }
    let sender = SenderKeys()
    let relay = SampleRelay()
    private let now = Mutex(SampleDevice.now)
    private let steady = ManualClock()

    static let topic: Topic = {
        guard let topic = Topic("com.example.app") else { preconditionFailure("a bundle id") }
        return topic
    }()

    /// What subscriptions are the sample sender's.
    let rule = SubscriptionRule(senders: [SampleDevice.sender], topic: topic)

    /// Moves the time of day on; no monotonic clock sees that.
    func advance(_ duration: Duration) {
        now.withLock { $0 = $0.advanced(by: duration) }
    }

    /// Lets time pass, by the monotonic clock of ``watchingWorker(_:)`` as well.
    func pass(_ duration: Duration) {
        advance(duration)
        steady.advance(by: duration)
    }

    /// Opens the database, as another sidecar would.
    func database() throws -> SidecarDatabase {
        try SidecarDatabase(path: path) { [self] in now.withLock { $0 } }
    }

    /// A worker that lives by the bench's monotonic clock, and has looked at it.
    func watchingWorker(_ http: (any RelayHTTP)? = nil) async throws -> SidecarWorker {
        let worker = try worker(http, time: WorkerTime(steady))
        try await worker.deliverOnce()
        return worker
    }

    /// A sidecar's worker on a connection of its own.
    func worker(
        _ http: (any RelayHTTP)? = nil,
        of identity: SenderIdentity = SampleDevice.sender,
        topic: Topic = topic,
        time: WorkerTime = WorkerTime(ContinuousClock()),
        statements: SenderIdentity.Statements = .none,
        key: VAPIDKey? = SampleKey.own
    ) throws -> SidecarWorker {
        let database = try database()
        return SidecarWorker(
            database,
            SubscriptionRule(senders: [identity], topic: topic),
            sender: sealer(in: database, statements),
            relays: RelayClients(
                subscribed: RelaySender(key: nil, http: http ?? relay, clock: database.clock),
                paired: key.map {
                    RelaySender(key: $0, http: http ?? relay, clock: database.clock)
                }
            ),
            time: time
        )
    }

    /// The sender, with the memory of a database, and statements that it has signed.
    func sealer(
        in database: SidecarDatabase,
        _ statements: SenderIdentity.Statements = .none
    ) -> Sender {
        Sender(
            untracked: sender,
            memory: DatabaseSenderMemory(in: database),
            statements: statements
        )
    }

    /// Sets the devices of a recipient, and makes the relay know them.
    func set(
        _ devices: SampleDevice...,
        of recipient: String,
        at host: String = "relay.example"
    ) async throws {
        let subscriptions = try devices.map {
            try relay.subscription(for: $0, as: recipient, at: host)
        }
        guard let code = RecipientCode(recipient) else { preconditionFailure("a code") }
        try await database().set(subscriptions, of: code)
    }

    /// Accepts a request for a message.
    func accept(_ text: String, as key: RequestKey? = nil) async throws -> MessageAcceptance {
        let (bytes, database) = (Array(text.utf8), try database())
        let request = try MessageRequest(reading: bytes)
        let message = try SidecarMessage(
            request,
            from: sealer(in: database),
            now: database.clock()
        )
        return try await database.accept(request, bytes, prepared: message, as: key)
    }

    /// Accepts a request whose recipients are known.
    func name(of text: String) async throws -> MessageName? {
        guard case .accepted(let name) = try await accept(text) else { return nil }
        return name
    }

    /// Ends and forgets what has had its time, as if two looks at the clock agreed.
    func sweep() async throws {
        let moment = now.withLock { $0 }
        try await database().sweep(expiredBefore: moment)
    }

    func results(_ name: MessageName?) async throws -> [DeliveryResult] {
        guard let name else { return [] }
        return try await database().results(of: name)?.map(\.result) ?? []
    }
}

/// A relay in memory: it takes each envelope once, as a relay does.
final class SampleRelay: RelayHTTP {
    private struct State {
        var devices: [String: SampleDevice] = [:]
        var records: [String: PrekeyRecord] = [:]
        var taken: [String: [[UInt8]]] = [:]
        var posts = 0
        var claims = 0
        var endpoints: [String] = []
        var failures: [EndpointFailure] = []
        var bundleFailures: [EndpointFailure] = []
        var topics: [String?] = []
        var signed: [String: Set<Bool>] = [:]
        var retirement: DeviceIdentity.Retirement?

        mutating func prekeys(for request: RelayRequest) throws -> RelayAnswer {
            claims += 1
            if !bundleFailures.isEmpty { return try .failing(bundleFailures.removeFirst()) }
            guard let device = devices[request.endpoint], let record = records[request.endpoint]
            else { return try .failing(.gone(nil)) }
            let bundle = try device.bundle(device.record(class: .oneTime), record)
            return .prekeys(of: bundle, retirement)
        }

        mutating func answer(_ request: RelayRequest) throws -> RelayAnswer {
            let (envelope, endpoint) = (request.body, request.endpoint)
            posts += 1
            endpoints.append(endpoint)
            topics.append(request.headers["Topic"])
            let failure = failures.isEmpty ? nil : failures.removeFirst()
            if failure == nil || failure == .unanswered,
                taken[endpoint]?.contains(envelope) != true
            {
                taken[endpoint, default: []].append(envelope)
            }
            return try failure.map { try .failing($0) } ?? RelayAnswer(status: 201, body: [])
        }
    }

    private let state = Mutex(State())

    func subscription(
        for device: SampleDevice,
        as recipient: String = "4711",
        at host: String = "relay.example"
    ) throws -> DeviceIdentity.Subscription {
        try device.subscription(at: endpoint(for: device, at: host), as: recipient)
    }

    /// Makes an endpoint of a device.
    func endpoint(for device: SampleDevice, at host: String = "relay.example") throws -> String {
        let url = "https://\(host)/e/\(Capability().text)"
        // A device hands out one reusable record, at whatever relays it is.
        let fresh = try device.record()
        state.withLock { state in
            let known = state.devices.first { $0.value === device }?.key
            state.records[url] = known.flatMap { state.records[$0] } ?? fresh
            state.devices[url] = device
        }
        return url
    }

    /// Puts another device in the place of one.
    func replace(_ device: SampleDevice, by other: SampleDevice) throws {
        let record = try other.record()
        state.withLock { state in
            for (url, known) in state.devices where known === device {
                state.devices[url] = other
                state.records[url] = record
            }
        }
    }

    /// Answers the next posts with these.
    func fail(with failures: EndpointFailure...) {
        state.withLock { $0.failures += failures }
    }

    /// Answers the next requests for bundles with these.
    func failBundles(with failures: EndpointFailure...) {
        state.withLock { $0.bundleFailures += failures }
    }

    /// Hands out this beside every bundle from now on.
    func handOut(_ retirement: DeviceIdentity.Retirement?) {
        state.withLock { $0.retirement = retirement }
    }

    /// How often it was posted to.
    var posts: Int { state.withLock { $0.posts } }
    /// How often prekeys were asked for.
    var claims: Int { state.withLock { $0.claims } }
    /// The endpoints of the posts, in order.
    var endpoints: [String] { state.withLock { $0.endpoints } }
    /// Of each endpoint whether requests were signed.
    var signed: [String: Set<Bool>] { state.withLock { $0.signed } }
    /// The topics of the posts, in order.
    var topics: [String?] { state.withLock { $0.topics } }

    /// The envelopes that it took for a device.
    func taken(for device: SampleDevice) -> [[UInt8]] {
        state.withLock { state in
            state.devices.filter { $0.value === device }.flatMap { state.taken[$0.key] ?? [] }
        }
    }

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        try state.withLock { state in
            let isSigned = request.headers["Authorization"] != nil
            state.signed[request.endpoint, default: []].insert(isSigned)
            return try request.isClaim
                ? state.prekeys(for: request) : state.answer(request)
        }
    }
}

extension RelayRequest {
    /// Whether it asks for prekeys; else it brings an envelope.
    var isClaim: Bool { url.path.hasSuffix("/prekey") }

    /// The endpoint that it asks.
    var endpoint: String {
        let text = url.absoluteString
        return isClaim ? String(text.dropLast("/prekey".count)) : text
    }
}

extension RelayAnswer {
    /// The prekeys of a device, and what a relay hands out beside them.
    static func prekeys(
        of bundle: DeviceBundle,
        _ retirement: DeviceIdentity.Retirement? = nil
    ) -> RelayAnswer {
        let body = JSONWriter.object { body in
            body.add("bundle", base64URL: bundle.bytes.span)
            if let retirement { body.add("retirement", base64URL: retirement.bytes.span) }
        }
        return RelayAnswer(status: 200, body: body)
    }

    /// What a relay answers at the end of an endpoint, as senders read it; any other failure is
    /// thrown, as a transport may.
    static func failing(_ failure: EndpointFailure) throws -> RelayAnswer {
        guard case .gone(let retirement) = failure else { throw failure }
        let body = JSONWriter.object { body in
            if let retirement { body.add("retirement", base64URL: retirement.bytes.span) }
        }
        return RelayAnswer(status: 410, body: body)
    }
}

extension SampleDevice {
    /// Opens an envelope, and gives the content.
    func content(of envelope: [UInt8]) throws -> OpeningStep {
        let payload = try OuterFrame(.generic).bytes(of: envelope.span)
        return try open(payload, topic: SidecarBench.topic)
    }
}

extension SidecarDatabase {
    /// How many contents and envelopes it holds.
    func contentCount() async throws -> Int {
        try await read { transaction in
            let count: Int? = try transaction.value(
                """
                SELECT (SELECT count(*) FROM message WHERE content IS NOT NULL)
                    + (SELECT count(*) FROM delivery WHERE envelope IS NOT NULL) AS value
                """
            )
            return count ?? 0
        }
    }

    /// Puts other content in the place of what was prepared, for every message.
    func replaceContent(by content: [UInt8]) async throws {
        _ = try await write { try $0.change("UPDATE message SET content = ?", content) }
    }

    /// Damages the rows of a message's deliveries.
    func damage(_ name: MessageName) async throws {
        _ = try await write { transaction in
            try transaction.change(
                "UPDATE delivery SET destination = X'00' WHERE message = ?",
                name.text
            )
        }
    }

    /// `PRAGMA synchronous` of the connection that writes.
    func synchronous() async throws -> Int {
        try await write { try Int.fetchOne($0.db, sql: "PRAGMA synchronous") ?? 0 }
    }
}
