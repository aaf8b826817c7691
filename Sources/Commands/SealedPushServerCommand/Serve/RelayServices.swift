// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Logging
import SealedPushRelay
import ServerStore
import ServiceLifecycle
import Synchronization

/// A worker of the relay, which ends what is under way before the server ends.
struct WorkerService: Service {
    let worker: RelayWorker
    let limit: Duration

    func run() async throws {
        await withGracefulShutdownHandler {
            await worker.run()
        } onGracefulShutdown: {
            worker.stop(within: limit)
        }
    }
}

/// The relay's own pushes; those that wait when the server ends are sent.
struct OwnPushService: Service {
    let pushes: OwnPushes

    func run() async throws {
        await withGracefulShutdownHandler {
            await pushes.run()
        } onGracefulShutdown: {
            pushes.stop()
        }
    }
}

/// Looks for drops that other servers have taken.
struct DropService: Service {
    let waits: DropWaits

    func run() async throws {
        await cancelWhenGracefulShutdown { await waits.run() }
    }
}

/// Measures something of the database now and then, for a metric.
struct GaugeService: Service {
    private let label: String
    private let interval: Duration
    private let measure: @Sendable () async throws(ServerStoreError) -> Double

    init(
        _ label: String,
        each interval: Duration,
        _ measure: @escaping @Sendable () async throws(ServerStoreError) -> Double
    ) {
        self.label = label
        self.interval = interval
        self.measure = measure
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                // What is not known is no number. Before it is measured the metric is not there.
                let value = (try? await measure()) ?? .nan
                Gauge(label: label).record(value)
                try? await Task.sleep(for: interval)
            }
        }
    }
}

/// Tells once that both servers listen.
final class ListeningPorts: Sendable {
    private struct Ports {
        var port: Int?
        var operatorPort: Int?
    }

    private let ports = Mutex(Ports())
    private let told: @Sendable (_ port: Int, _ operatorPort: Int) -> Void

    init(_ told: @escaping @Sendable (_ port: Int, _ operatorPort: Int) -> Void) {
        self.told = told
    }

    func set(port: Int? = nil, operatorPort: Int? = nil) {
        let both = ports.withLock { ports -> (Int, Int)? in
            ports.port = port ?? ports.port
            ports.operatorPort = operatorPort ?? ports.operatorPort
            guard let port = ports.port, let operatorPort = ports.operatorPort else { return nil }
            return (port, operatorPort)
        }
        if let (port, operatorPort) = both { told(port, operatorPort) }
    }
}

/// Counts and logs what a worker tells: no token, no endpoint and nothing of a message.
struct RelayNotices: Sendable {
    private let logger: Logger
    private let conditions: RelayConditions
    private let database: String

    init(_ logger: Logger, _ conditions: RelayConditions, database: String) {
        self.logger = logger
        self.conditions = conditions
        self.database = database
    }

    func take(_ event: RelayWorker.Event) {
        switch event {
        case .storeFailed(let error):
            Counter(label: "relay_store_failures").increment()
            logger.warning("\(database) failed", metadata: ["cause": "\(error)"])
        case .abandoned(let id):
            Counter(label: "relay_messages_abandoned").increment()
            logger.error("a row is damaged", metadata: ["message": "\(id.number)"])
        case .pushed(let app, let outcome):
            conditions.note(outcome, of: app)
            Counter(
                label: "relay_pushes",
                dimensions: [
                    ("app", app.app), ("environment", app.environment.rawValue),
                    ("outcome", outcome.word),
                ]
            ).increment()
            switch outcome {
            case .credentials:
                logger.error("the credentials are refused", metadata: ["app": "\(app.name)"])
            case .tokenUnreadable:
                logger.error("no key opens a token", metadata: ["app": "\(app.name)"])
            default: break
            }
        }
    }
}

extension PushOutcome {
    /// What became of a push, without its details.
    var word: String {
        switch self {
        case .accepted: "accepted"
        case .throttled: "throttled"
        case .unavailable: "unavailable"
        case .credentials: "credentials"
        case .tokenRefused: "token-refused"
        case .rejected: "rejected"
        case .tokenUnreadable: "token-unreadable"
        case .noAddress: "no-address"
        case .tooLarge: "too-large"
        case .notTried: "not-tried"
        case .interrupted: "interrupted"
        }
    }
}
