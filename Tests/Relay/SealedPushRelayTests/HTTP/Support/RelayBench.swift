// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import InMemoryLogging
import InMemoryTracing
import Logging
import OpenAPITestSupport
import SealedPush
import SealedPushCrypto
import SealedPushOpenSSL
import SealedPushRelayTesting
import ServerStore
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelay

/// A relay with a device and an endpoint of it, and a client that plays senders.
struct RelayBench: Sendable {
    let store: FaultyStore
    let identity: DeviceIdentity
    let reusable: PrekeyRecord
    let capability = Capability()
    let endpoint: Endpoint
    let client: any TestClientProtocol
    let logs: InMemoryLogHandler
    let tracer: InMemoryTracer
    /// The server's routes, as `GET /e/:endpoint`.
    let routes: [String]
    private let record: APIRecord
    /// The way to the push service, for what the relay pushes itself.
    let transport: RecordingTransport
    /// A key that may ask for invitations.
    let apiKey = Capability()
    /// What brakes activation pushes.
    let gate: RegistrationGate
    private let pushes: OwnPushes
    /// The time by which limits of registrations and test pushes count, and clients wait.
    let clock: ManualClock
    /// Those that wait for drops.
    let waits: DropWaits

    /// The relay's public URL.
    var origin: String { SampleDevice.origin.text }

    /// Runs a relay for a test.
    static func run<Value: Sendable>(
        sender: Endpoint.Sender = .anyone,
        limits: RelayLimits = RelayLimits(),
        oneTime: Int = 0,
        publishes: Bool = true,
        policy: RegistrationGate.Policy = .invited,
        keepsDrops: Bool = true,
        listening: ConnectionLimits? = nil,
        record: APIRecord = APIRecord(),
        _ body: @escaping @Sendable (RelayBench) async throws -> Value
    ) async throws -> Value {
        let store = try FaultyStore(limits: limits)
        let logs = InMemoryLogHandler()
        var logger = Logger(label: "test") { _ in logs }
        logger.logLevel = .trace
        let (transport, clock) = (RecordingTransport(), ManualClock())
        let waiting = listening.map { max(1, $0.total / 10) } ?? 100
        let parts = try Parts(store, limits, policy, transport, clock, waiting)
        let tracer = InMemoryTracer()
        let router = parts.router(logger, tracer, keepsDrops: keepsDrops)
        let served = router.routes.map(\.description)
        let app = Application(
            router: router,
            server: try Self.server(listening),
            logger: logger
        )
        return try await app.test(listening == nil ? .router : .live) { client in
            let bench = try await RelayBench(
                store,
                sender,
                oneTime,
                publishes,
                client,
                logs,
                tracer,
                served,
                record,
                transport,
                clock,
                parts
            )
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await parts.pushes.run() }
                defer { parts.pushes.stop() }
                async let _ = parts.waits.run()
                return try await body(bench)
            }
        }
    }

    /// A server on a socket that has these limits.
    private static func server(_ limits: ConnectionLimits?) throws -> HTTPServerBuilder {
        guard let limits else { return .http1() }
        return RelayListener.http1(ConnectionBook(limits), try ClientNetwork())
    }

    private init(
        _ store: FaultyStore,
        _ sender: Endpoint.Sender,
        _ oneTime: Int,
        _ publishes: Bool,
        _ client: any TestClientProtocol,
        _ logs: InMemoryLogHandler,
        _ tracer: InMemoryTracer,
        _ routes: [String],
        _ record: APIRecord,
        _ transport: RecordingTransport,
        _ clock: ManualClock,
        _ parts: Parts
    ) async throws {
        gate = parts.gate
        pushes = parts.pushes
        waits = parts.waits
        self.store = store
        self.client = client
        self.logs = logs
        self.tracer = tracer
        self.routes = routes
        self.record = record
        self.transport = transport
        self.clock = clock
        let sample = SampleDevice()
        identity = sample.identity
        reusable = try sample.record(.reusable)
        let device = try sample.active()
        let bundle = try DeviceBundle(device: sample.identity, records: [reusable]).bytes
        let published =
            publishes
            ? try PublishedPrekeys(
                publishing: bundle,
                of: sample.identity,
                at: SampleDevice.now
            ) : nil
        try await store.write { try $0.add(device, published) }
        if oneTime > 0 {
            let records = try (0..<oneTime).flatMap { _ in try sample.record(.oneTime).bytes }
            let stock = try PrekeyStock(
                reading: records,
                of: sample.identity,
                minimumEpoch: 0,
                at: SampleDevice.now
            )
            try await store.write { try $0.replaceStock(of: device.id, by: stock) }
        }
        endpoint = Endpoint(
            id: EndpointID(),
            device: device.id,
            digest: capability.digest,
            sender: sender
        )
        _ = try await store.write { [endpoint] in try $0.add(endpoint) }
        let key = APIKey(name: "backend", digest: apiKey.digest, scopes: [.invitations])
        try await store.write { try $0.add(key) }
    }

    // MARK: - Requests

    var path: String { "/e/\(capability.text)" }

    /// The bytes of an envelope that names this prekey.
    func envelope(to prekey: PrekeyRecord.ID? = nil) -> [UInt8] {
        [1] + (prekey ?? reusable.id).bytes + Randomness.bytes(1391)
    }

    func post(
        _ envelope: [UInt8]? = nil,
        _ changes: [HTTPField.Name: String?] = [:],
        at path: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: SenderRoutes.mediaType, .ttl: "600"]
        for (name, value) in changes { headers[name] = value }
        return try await send(path ?? self.path, .post, headers, envelope ?? self.envelope())
    }

    func send(
        _ path: String,
        _ method: HTTPRequest.Method = .get,
        _ headers: HTTPFields = [:],
        _ body: [UInt8] = []
    ) async throws -> TestResponse {
        let response = try await client.execute(
            uri: path,
            method: method,
            headers: headers,
            body: body.isEmpty ? nil : ByteBuffer(bytes: body)
        )
        try record.note(response, to: method, path, headers, body)
        return response
    }

    /// Where it listens, if it does.
    var port: Int { get throws { try #require(client.port) } }

    /// Takes all places for the relay's own pushes.
    func takeAllPlaces() -> HeldPlaces { HeldPlaces(of: pushes) }

    /// How many messages wait.
    var queued: Int { get async throws { try await store.contents.queue.count } }
}

extension OwnPush {
    /// A push that brings a code to a token which a stranger may have named.
    static var code: OwnPush {
        .activation(DeviceID(), Capability(), .background, origin: SampleDevice.origin)
    }

    /// A push that brings a code to a device that has lost its token.
    static var recall: OwnPush {
        .activation(DeviceID(), Capability(), .recall, origin: SampleDevice.origin)
    }
}

/// The places for the relay's own pushes, which a test holds.
final class HeldPlaces: Sendable {
    private let places = Mutex<[Held]>([])

    private final class Held: Sendable {
        let place: OwnPushes.Place

        init(_ place: consuming OwnPushes.Place) { self.place = place }
    }

    fileprivate init(of pushes: OwnPushes) {
        places.withLock { places in
            while let place = pushes.reserve() { places.append(Held(place)) }
        }
    }

    func giveBack() { places.withLock { $0.removeAll() } }
}

/// What a relay's API is made of.
private struct Parts {
    let pushes: OwnPushes
    let gate: RegistrationGate
    let waits: DropWaits
    private let sender: SenderRoutes
    private let device: DeviceRoutes
    private let publisher: PublisherRoutes

    init(
        _ store: FaultyStore,
        _ limits: RelayLimits,
        _ policy: RegistrationGate.Policy,
        _ transport: RecordingTransport,
        _ clock: ManualClock,
        _ waiting: Int
    ) throws {
        let file = RelaySecrets.makeFile()
        let secrets = try #require(file.withBytes { RelaySecrets(reading: $0) })
        let url = try #require(PublicURL(SampleDevice.origin.text))
        let time = WorkerTime(clock)
        let app = AppEnvironment(app: "chat", environment: .production)
        let other = AppEnvironment(app: "mail", environment: .sandbox)
        gate = RegistrationGate([app: policy, other: .invited], time: time)
        let route = try PushRoute(topic: "com.example.chat", send: transport.send)
        pushes = OwnPushes(routes: [app: route, other: route], keys: secrets.tokens) { [gate] in
            gate.note($0, $2, of: $1)
        }
        sender = SenderRoutes(
            store: store,
            url: url,
            gate: gate,
            limits: limits,
            secrets: secrets
        )
        device = DeviceRoutes(
            store: store,
            url: url,
            secrets: secrets,
            pushes: pushes,
            gate: gate,
            network: try ClientNetwork(trusting: ["10.0.0.1"]),
            time: time
        )
        publisher = PublisherRoutes(store: store, gate: gate)
        waits = DropWaits(store: store, limit: waiting, time: time)
    }

    func router(
        _ logger: Logger,
        _ tracer: InMemoryTracer,
        keepsDrops: Bool
    ) -> Router<RelayContext> {
        RelayAPI.router(
            sender: sender,
            device: device,
            publisher: publisher,
            drops: keepsDrops ? DropRoutes(devices: device, waits: waits) : nil,
            logger: logger,
            tracer: tracer
        )
    }
}
