// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Logging
import SealedPush
import SealedPushAPNs
import SealedPushCrypto
import SealedPushRelay

/// Servers that a client of HTTP posts messages to, until the standard input ends.
enum HTTPLoad {
    /// Reads a body as the relay does, and answers: what the relay is measured against.
    static func serveBare() async throws {
        let router = Router()
        router.post("e/:endpoint") { request, _ in
            let body = try await request.body.collect(upTo: EnvelopeLayout.maximumCount)
            return Response(status: body.readableBytes > 0 ? .created : .badRequest)
        }
        try await serve(router) { tell($0) }
    }

    /// Serves the relay's API, and writes the paths of its endpoints to a file, one in each line.
    ///
    /// A worker pushes what is posted to a service, if one is given.
    static func serveRelay(
        _ store: any RelayStore,
        endpoints file: URL,
        to service: PushService?
    ) async throws {
        let addresses = try await LoadDevices(in: store).register()
        let paths = addresses.map { "/e/\($0.capability.text)\n" }.joined()
        try Data(paths.utf8).write(to: file)
        let worker = try service.map { try $0.worker(of: store, $0.client()) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let worker { group.addTask { await worker.run() } }
            try await serve(try relay(store) { worker?.wake() }) { tell($0) }
            group.cancelAll()
        }
    }

    /// The relay's API, as its server has it, without the lines of its log.
    static func relay(
        _ store: any RelayStore,
        queued: @escaping @Sendable () -> Void
    ) throws -> Router<RelayContext> {
        let file = RelaySecrets.makeFile()
        guard let secrets = file.withBytes({ RelaySecrets(reading: $0) }),
            let url = PublicURL("http://127.0.0.1:8080")
        else { throw LoadFailure.refused }
        let gate = RegistrationGate([LoadDevices.app: .invited])
        var logger = Logger(label: "load")
        logger.logLevel = .critical
        return RelayAPI.router(
            sender: SenderRoutes(
                store: store,
                url: url,
                gate: gate,
                limits: LoadDatabase.limits,
                secrets: secrets,
                queued: queued
            ),
            device: DeviceRoutes(
                store: store,
                url: url,
                secrets: secrets,
                pushes: OwnPushes(routes: [:], keys: secrets.tokens) { _, _, _ in },
                gate: gate,
                network: try ClientNetwork()
            ),
            publisher: PublisherRoutes(store: store, gate: gate),
            drops: nil,
            logger: logger
        )
    }

    /// Prints a port at once; `fflush` of all streams would wait for a line of the standard input.
    private static func tell(_ port: Int) {
        FileHandle.standardOutput.write(Data("\(port)\n".utf8))
    }

    /// Serves on a free port of loopback, which is told.
    static func serve<Context: RequestContext>(
        _ router: Router<Context>,
        listening: @escaping @Sendable (Int) -> Void
    ) async throws where Context: InitializableFromSource<ApplicationRequestContextSource> {
        var logger = Logger(label: "load")
        logger.logLevel = .critical
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                listening(channel.localAddress?.port ?? 0)
            },
            logger: logger
        )
        let input = Thread {
            while readLine() != nil {}
            exit(0)
        }
        input.start()
        try await application.run()
    }
}
