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
    private let http: PinnedHTTP
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
        signer: VAPIDKey?,
        logger: Logger
    ) {
        let http = PinnedHTTP(policy, clock: database.clock) { logger.log($0) }
        let sender = Sender(
            untracked: sender.keys,
            memory: DatabaseSenderMemory(in: database),
            statements: sender.statements
        )
        let worker = SidecarWorker(
            database,
            rule,
            sender: sender,
            relays: http.relays(signedBy: signer),
            time: WorkerTime(ContinuousClock())
        ) { error in
            // It was checked at the start.
            let message: Logger.Message =
                error == .foreign
                ? "the database is the sender's next identity's by now: start this sidecar anew"
                : "database"
            logger.error(message, metadata: ["error": "\(error)"])
        }
        self.http = http
        self.worker = worker
        self.logger = logger
        api = SidecarAPI(database, rule, sender, policy) {
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
        let services: [any Service] = [SidecarService(worker: worker), application]
        var configuration = ServiceGroupConfiguration(
            services: services,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: quiet
        )
        // A client that sends slowly does not hold the process.
        configuration.maximumGracefulShutdownDuration = Self.stopLimit
        let group = ServiceGroup(configuration: configuration)
        do {
            try await group.run()
        } catch {
            await http.shutDown()
            throw error
        }
        await http.shutDown()
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

/// The worker, which ends after the attempts that are under way.
private struct SidecarService: Service {
    let worker: SidecarWorker

    func run() async throws {
        await withGracefulShutdownHandler {
            await worker.run()
        } onGracefulShutdown: {
            worker.stop()
        }
    }
}
