// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import CoreMetrics
import Foundation
import Logging
import SealedPush
import SealedPushRelay

#if os(Linux)
    import CLinux
#endif

/// Runs a relay until a signal ends it.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a relay: devices register, senders post, pushes go out.",
        discussion: """
            The first line of standard output says where it listens. The log goes to standard \
            error, an object of JSON a line. Settings come from flags, then from the environment \
            (SEALEDPUSH_ and the name, as SEALEDPUSH_LISTEN_PORT), then from a file; docs/relay.md \
            has them all. Secrets come from files, or the environment.

              sealedpush-server serve --data relay --topic com.example.app \\
                --key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG --team-id DEF123GHIJ
            """
    )

    @OptionGroup var relay: RelayOptions
    @OptionGroup var server: ServeOptions

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment.keys
        for name in SettingsFile.unknownNames(in: environment) {
            Console.note("the environment has \(name), which is no setting of a relay")
        }
        let settings = try RelaySettings(try await relay.reader(server.flags))
        guard !settings.apps.isEmpty else {
            throw CommandError.usage(
                "no app is named, so no device could register",
                hint: "give --topic with the app's bundle id, or name apps in a file ('apps')"
            )
        }
        #if os(Linux)
            guard forbid_dumps() == 0 else {
                throw CommandError.failure("the process can't be kept out of core files")
            }
        #endif
        let metrics = MetricsPage()
        MetricsSystem.bootstrap(metrics)
        for address in [settings.listen, settings.operators] { try await address.check() }
        let level = settings.logLevel
        LoggingSystem.bootstrap { _ in JSONLog(max(level, .warning)) }
        var logger = Logger(label: "relay") { _ in JSONLog(level) }
        logger.logLevel = level
        do {
            try await RelayServer(settings, logger, metrics).run { port, operatorPort in
                let line = JSONWriter.object { line in
                    line.add("listening", settings.listen.text(port: port))
                    line.add("url", settings.publicURL.origin.text)
                    line.add("operator", settings.operators.text(port: operatorPort))
                }
                try? Console.result(json: line)
            }
        } catch {
            throw CommandError(error) ?? .failure("the server could not be started")
        }
    }
}
