// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import SealedPushSender
import SealedPushSidecar
import ServerStore
import ServiceLifecycle
import UnixSignals

/// A sealing sidecar: what backends ask, and the worker that seals and posts.
struct SealService {
    private let api: SidecarAPI
    private let worker: SidecarWorker
    private let pairings: PairingWorker
    /// Of deliveries, and of drops.
    private let clients: [PinnedHTTP]
    private let logger: Logger

    /// How long requests and attempts that are under way may take to end.
    private static let stopLimit: Duration = .seconds(60)
    /// How many connections backends may have: half of the descriptors that the database leaves;
    /// the others are for relays.
    private static let clientLimit = max(
        1,
        min(256, (Descriptors.limit - DescriptorNeed.count - ConnectionLimits.refusals - 32) / 2)
    )

    init(
        _ database: SidecarDatabase,
        sender: (keys: SenderKeys, statements: SenderIdentity.Statements),
        rule: SubscriptionRule,
        policy: RelayPolicy,
        signers: (subscribed: VAPIDKey?, paired: VAPIDKey?),
        logger: Logger
    ) {
        let http = PinnedHTTP(policy, clock: database.clock) { logger.log($0) }
        let pairingLimit = max(1, min(PairingWorker.limit, Self.clientLimit / 2))
        let drops = PinnedHTTP(policy, for: .drops(pairingLimit), clock: database.clock) { notice in
            // Deliveries compare the clock.
            if case .unreachable = notice { logger.log(notice) }
        }
        let sender = Sender(
            untracked: sender.keys,
            memory: DatabaseSenderMemory(in: database),
            statements: sender.statements
        )
        let worker = SidecarWorker(
            database,
            rule,
            sender: sender,
            relays: RelayClients(
                subscribed: http.relays(signedBy: signers.subscribed),
                paired: signers.paired.map { http.relays(signedByOwn: $0) }
            ),
            time: WorkerTime(ContinuousClock())
        ) { error in
            // It was checked at the start.
            let message: Logger.Message =
                error == .foreign
                ? "the database is the sender's next identity's by now: start this sidecar anew"
                : "database"
            logger.error(message, metadata: ["error": "\(error)"])
        }
        let pairings = PairingWorker(
            database,
            rule,
            sender: sender,
            relays: signers.paired.map { drops.relays(signedByOwn: $0) },
            time: RelayTime(ContinuousClock(), now: database.clock),
            limit: pairingLimit
        ) {
            worker.wake()
        }
        clients = [http, drops]
        self.worker = worker
        self.pairings = pairings
        self.logger = logger
        api = SidecarAPI(database, rule, sender, policy, pairings: pairings) {
            worker.wake()
        } isFailing: {
            worker.isFailing || http.isClockFar
        }
    }

    /// Serves until SIGTERM or SIGINT; attempts that are under way then are finished.
    ///
    /// - Throws: Why it can't.
    func run(
        at host: String,
        _ port: Int,
        listening: @escaping @Sendable (_ port: Int) -> Void
    ) async throws {
        var quiet = logger
        quiet.logLevel = .error
        var limits = ConnectionLimits(total: Self.clientLimit)
        // Backends are few, and of one network.
        limits.perNetwork = limits.total
        let connections = ConnectionBook(limits, of: "backends")
        let application = Application(
            router: api.router(logger: logger),
            server: RelayListener.http1(
                connections,
                try ClientNetwork(),
                refusal: SidecarAPI.noRoom
            ),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                backlog: RelayListener.backlog,
                availableConnectionsDelegate: RelayListener.gate(connections)
            ),
            onServerRunning: { channel in listening(channel.localAddress?.port ?? port) },
            logger: quiet
        )
        let services: [any Service] = [
            SidecarService(run: worker.run, stop: worker.stop),
            SidecarService(run: pairings.run, stop: pairings.stop),
            application,
        ]
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: quiet
        )
        // A client that sends slowly does not hold the process.
        configuration.maximumGracefulShutdownDuration = Self.stopLimit
        let group = ServiceGroup(configuration: configuration)
        let result: Result<Void, any Error>
        do {
            try await pairings.join()
            try await group.run()
            result = .success(())
        } catch {
            result = .failure(error)
        }
        for client in clients { await client.shutDown() }
        try result.get()
    }
}

extension Logger {
    fileprivate func log(_ news: RelayNotice) {
        switch news {
        case .unreachable(let origin):
            warning(
                "a relay has no address that may be asked; --allow-origin allows your own",
                metadata: ["origin": "\(origin)"]
            )
        case .keyRefused(let origin):
            warning(
                "a relay has an endpoint that is bound to another VAPID key; see --vapid-key",
                metadata: ["origin": "\(origin)"]
            )
        case .clock(let difference):
            let metadata: Logger.Metadata = [
                "origin": "\(difference.origin)",
                "seconds": "\(difference.duration.components.seconds)",
            ]
            if difference.isFar {
                error("the clock is wrong by more than an hour: set it", metadata: metadata)
            } else if difference.isNoticed {
                warning("the clock is wrong by more than five minutes: set it", metadata: metadata)
            } else {
                notice("the clock is right again", metadata: metadata)
            }
        }
    }
}

/// A worker, which ends after the attempts that are under way.
private struct SidecarService: Service {
    let work: @Sendable () async -> Void
    let stop: @Sendable () -> Void

    init(run: @escaping @Sendable () async -> Void, stop: @escaping @Sendable () -> Void) {
        work = run
        self.stop = stop
    }

    func run() async throws {
        await withGracefulShutdownHandler {
            await work()
        } onGracefulShutdown: {
            stop()
        }
    }
}
