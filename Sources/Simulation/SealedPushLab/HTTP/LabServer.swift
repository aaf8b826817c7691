// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import HummingbirdCore
package import Logging
import SealedPushRelay
import ServiceLifecycle
import UnixSignals

/// Serves a lab's page and REST over HTTP, until a signal ends it.
package struct LabServer: Sendable {
    private let lab: Lab
    private let api: LabAPI
    private let logger: Logger
    private let limits: ConnectionLimits

    /// How long what is under way may take to end.
    private static let stopLimit = Duration.seconds(10)

    /// - Parameters:
    ///   - lab: The lab.
    ///   - api: What is asked of it.
    ///   - connections: The most connections.
    ///   - logger: Gets what goes wrong in the server.
    package init(_ lab: Lab, _ api: LabAPI, connections: Int, logger: Logger) {
        self.lab = lab
        self.api = api
        self.logger = logger
        var limits = ConnectionLimits(total: connections)
        // All clients are of this machine.
        limits.perNetwork = limits.total
        // Events come without an end, and a client may wait for minutes.
        limits.answer = .seconds(7 * 24 * 3600)
        self.limits = limits
    }

    /// Serves until SIGTERM or SIGINT.
    ///
    /// - Parameters:
    ///   - host: The address.
    ///   - port: The port; 0 is any that is free.
    ///   - listening: Is told the port.
    /// - Throws: Why it can't.
    package func run(
        at host: String,
        _ port: Int,
        listening: @escaping @Sendable (_ port: Int) -> Void
    ) async throws {
        let connections = ConnectionBook(limits, of: "lab")
        let application = Application(
            router: api.router(),
            server: RelayListener.http1(
                connections,
                try ClientNetwork(),
                refusal: LabAPI.noRoom
            ),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                backlog: RelayListener.backlog,
                availableConnectionsDelegate: RelayListener.gate(connections)
            ),
            onServerRunning: { channel in listening(channel.localAddress?.port ?? port) },
            logger: logger
        )
        var configuration = ServiceGroupConfiguration(
            // The last ends first: streams and waits hold connections open.
            services: [application, LabEnd(lab: lab)],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = Self.stopLimit
        try await ServiceGroup(configuration: configuration).run()
    }
}

/// Ends what waits for something of a lab when the server stops.
private struct LabEnd: Service {
    let lab: Lab

    func run() async throws {
        try await gracefulShutdown()
        lab.end()
    }
}
