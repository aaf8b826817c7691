// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import CoreMetrics
import Hummingbird
import HummingbirdCore
import Logging
import SealedPush
import SealedPushAPNs
import SealedPushRelay
import ServerStore
import ServiceLifecycle
import UnixSignals

/// A relay's server: the API, the workers, and what operators ask.
struct RelayServer {
    private let settings: RelaySettings
    private let logger: Logger
    private let metrics: MetricsPage

    /// How long the workers may take to end.
    private static let stopLimit: Duration = .seconds(30)
    /// Connections of operators' tools.
    private static let operatorLimit = 32
    /// Connections of either kind beyond their limits.
    private static let refusals = 2 * ConnectionLimits.refusals
    /// How many connections clients may have: what descriptors the database, the push service and
    /// operators leave.
    private static let clientLimit = max(
        1,
        min(20_000, Descriptors.limit - DescriptorNeed.count - operatorLimit - refusals - 64)
    )

    init(_ settings: RelaySettings, _ logger: Logger, _ metrics: MetricsPage) {
        self.settings = settings
        self.logger = logger
        self.metrics = metrics
    }

    /// Serves until SIGTERM or SIGINT, and then ends what is under way.
    ///
    /// - Parameter listening: Is told the port of the API, and that of operators.
    /// - Throws: Why it can't.
    func run(
        listening: @escaping @Sendable (_ port: Int, _ operatorPort: Int) -> Void
    ) async throws {
        let connections = ConnectionBook(ConnectionLimits(total: Self.clientLimit))
        let http = RelayListener.http1(connections, settings.network)
        let server = try settings.tls?.serve(http, logger) ?? http
        let (store, secrets) = try await settings.place.open(making: true)
        var clients: [APNsClient] = []
        var (routes, own): ([AppEnvironment: PushRoute], [AppEnvironment: PushRoute]) = ([:], [:])
        let conditions = RelayConditions(connections)
        if let tls = settings.tls {
            conditions.watch(certificate: "tls") { tls.end }
        }
        let keys = ProviderKeys(keptIn: settings.tokenFolder)
        for app in settings.apps {
            guard let (client, route) = try app.route(keys) else { continue }
            if let end = client.certificateTime?.upperBound {
                conditions.watch(certificate: app.app.name) { end }
            }
            clients.append(client)
            routes[app.app] = route
            // Pushes to tokens that strangers named go over connections of their own.
            if app.policy == .open, let (client, route) = try app.route(keys) {
                clients.append(client)
                own[app.app] = route
            } else {
                own[app.app] = route
            }
        }
        let unserved = settings.apps.map(\.app).filter { routes[$0] == nil }
        let gate = RegistrationGate(
            Dictionary(uniqueKeysWithValues: settings.apps.map { ($0.app, $0.policy) })
        )
        let known = (try? await store.read { try $0.lanes() }.values.map(\.app)) ?? []
        tellWhatIsMissing(unserved, known.filter { gate.policy(of: $0) == nil })
        let worker = RelayWorker(
            store: store,
            routes: routes,
            keys: secrets.tokens,
            notice: RelayNotices(logger, conditions, database: settings.place.database.words).take
        )
        let pushes = OwnPushes(routes: own, keys: secrets.tokens) { [logger] push, app, outcome in
            gate.note(push, outcome, of: app)
            conditions.note(outcome, of: app)
            Counter(
                label: "relay_own_pushes",
                dimensions: [
                    ("app", app.app), ("environment", app.environment.rawValue),
                    ("kind", "\(push)"), ("outcome", outcome.word),
                ]
            ).increment()
            logger.info(
                "pushed",
                metadata: [
                    "kind": "\(push)", "app": "\(app.name)", "outcome": "\(outcome.word)",
                ]
            )
        }
        let waits = DropWaits(store: store, limit: max(1, connections.limits.total / 10))
        let ports = ListeningPorts(listening)
        var services: [any Service] = [
            WorkerService(worker: worker, limit: Self.stopLimit),
            OwnPushService(pushes: pushes),
            operators(store, gate, unserved, conditions, ports),
            api(store, secrets, pushes, gate, worker, waits, server, connections, ports),
        ]
        if settings.drops == .on {
            services.append(DropService(waits: waits))
            services.append(
                GaugeService("relay_drops", each: .minutes(1)) { () throws(ServerStoreError) in
                    Double(try await store.read { try $0.boxCount() })
                }
            )
        }
        if let store = store as? PostgreSQLRelayStore {
            services.append(
                // While a transaction is open, deleted messages stay, and workers become slow.
                GaugeService("relay_oldest_snapshot_seconds", each: .seconds(15)) {
                    () throws(ServerStoreError) in
                    try await store.oldestSnapshot().map { $0 / .seconds(1) } ?? 0
                }
            )
        }
        do {
            var configuration = ServiceGroupConfiguration(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: quiet
            )
            // A client that sends slowly does not hold the process.
            configuration.maximumGracefulShutdownDuration = Self.stopLimit * 2
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            for client in clients { await client.close(within: .seconds(1)) }
            throw error
        }
        for client in clients { await client.close(within: .seconds(5)) }
    }

    // MARK: - Parts

    private func api(
        _ store: any RelayStore,
        _ secrets: RelaySecrets,
        _ pushes: OwnPushes,
        _ gate: RegistrationGate,
        _ worker: RelayWorker,
        _ waits: DropWaits,
        _ server: HTTPServerBuilder,
        _ connections: ConnectionBook,
        _ ports: ListeningPorts
    ) -> some Service {
        let sender = SenderRoutes(
            store: store,
            url: settings.publicURL,
            gate: gate,
            limits: RelayLimits(),
            secrets: secrets
        ) { worker.wake() }
        let device = DeviceRoutes(
            store: store,
            url: settings.publicURL,
            secrets: secrets,
            pushes: pushes,
            gate: gate,
            network: settings.network
        )
        let router = RelayAPI.router(
            sender: sender,
            device: device,
            publisher: PublisherRoutes(store: store, gate: gate),
            drops: settings.drops == .on ? DropRoutes(devices: device, waits: waits) : nil,
            logger: logger
        )
        return application(router, server, at: settings.listen, connections) {
            ports.set(port: $0)
        }
    }

    private func operators(
        _ store: any RelayStore,
        _ gate: RegistrationGate,
        _ unserved: [AppEnvironment],
        _ conditions: RelayConditions,
        _ ports: ListeningPorts
    ) -> some Service {
        let router = OperatorAPI.router(
            store: store,
            gate: gate,
            unserved: unserved,
            metrics: metrics,
            conditions: conditions
        )
        var limits = ConnectionLimits(total: Self.operatorLimit)
        limits.perNetwork = limits.total
        let tools = ConnectionBook(limits, of: "operators")
        let server = RelayListener.http1(tools, settings.network)
        return application(router, server, at: settings.operators, tools) {
            ports.set(operatorPort: $0)
        }
    }

    private func application<Context: RequestContext>(
        _ router: Router<Context>,
        _ server: HTTPServerBuilder,
        at address: RelaySettings.Address,
        _ connections: ConnectionBook,
        listening: @escaping @Sendable (Int) -> Void
    ) -> some Service
    where Context: InitializableFromSource<ApplicationRequestContextSource> {
        Application(
            router: router,
            server: server,
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                backlog: RelayListener.backlog,
                availableConnectionsDelegate: RelayListener.gate(connections)
            ),
            onServerRunning: { channel in listening(channel.localAddress?.port ?? address.port) },
            logger: quiet
        )
    }

    /// The log of libraries, which may tell URLs below a warning.
    private var quiet: Logger {
        var quiet = logger
        quiet.logLevel = max(.error, logger.logLevel)
        return quiet
    }

    private func tellWhatIsMissing(_ unserved: [AppEnvironment], _ unnamed: [AppEnvironment]) {
        for app in unnamed {
            Console.note(
                "\(app.name) has devices here, but no setting names it, so its messages are refused"
            )
        }
        for app in unserved {
            Console.note(
                "\(app.name) has no credentials, so its messages wait;"
                    + " give --key with --key-id and --team-id"
            )
        }
    }
}
