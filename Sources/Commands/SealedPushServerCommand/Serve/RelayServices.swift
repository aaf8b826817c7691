// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushRelay
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
