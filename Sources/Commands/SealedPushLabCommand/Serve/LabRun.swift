// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import Logging
import SealedPush
import SealedPushAPNs
import SealedPushLab
import SimulatedAPNs

/// A lab that runs until a signal ends it.
struct LabRun {
    private let options: ServeOptions
    private let keys: ServeOptions.Keys
    private let extensions: [String: LabExtension]

    /// Connections beyond the limits, on their way out.
    private static let surplus = 64

    init(
        _ options: ServeOptions,
        _ keys: ServeOptions.Keys,
        _ extensions: [String: LabExtension]
    ) {
        self.options = options
        self.keys = keys
        self.extensions = extensions
    }

    private var service: PushServiceOptions { options.service }

    /// Serves.
    ///
    /// - Throws: Why it can't.
    func run() async throws {
        let lab = Lab(environment: service.environment, extensions: extensions)
        do {
            let watcher: @Sendable (PushRecord) -> Void = { lab.take($0) }
            try await APNsServer.run(configuration, watcher: watcher) { server in
                try await serve(lab, server)
            }
        } catch let error as CommandError {
            throw error
        } catch ServerError.cannotListen {
            throw Self.taken("--port", options.port, service.host)
        } catch let error as ServerError {
            throw CommandError(.usage, error)
        } catch {
            throw CommandError(error) ?? .failure("the lab could not be started")
        }
    }

    private func serve(_ lab: Lab, _ server: APNsServer) async throws {
        let url = "https://\(urlHost):\(server.port)"
        lab.begin(
            with: server,
            LabAccess(
                url: url,
                environment: service.environment,
                root: server.roots.pem,
                key: keys.token,
                keyID: keys.provider.keyID,
                teamID: keys.provider.teamID,
                files: Dictionary(keys.files.map { ($0.name, $0.path) }) { first, _ in first }
            )
        )
        let page = LabServer(
            lab,
            LabAPI(lab, .serve, hosts: hosts),
            connections: max(1, min(1000, room - Self.surplus)),
            logger: Logger(label: "lab") { _ in SwiftLogNoOpLogHandler() }
        )
        do {
            try await page.run(at: service.host, Int(options.pagePort)) { port in
                try? Console.result(firstLines(apns: url, pagePort: port))
            }
        } catch {
            throw Self.taken("--page-port", options.pagePort, service.host)
        }
    }

    private func firstLines(apns: String, pagePort: Int) -> String {
        let folder = Self.short(keys.made.folder.path)
        let names = keys.files.filter { $0.name != "certificatePEM" }
            .map { URL(filePath: $0.path).lastPathComponent }
        return """
            APNs  \(apns)   trust, test keys: \(folder)/{\(names.joined(separator: ","))}
            Page  http://\(pageHost):\(pagePort)
            Keys  key id \(keys.provider.keyID), team \(keys.provider.teamID); \
            client.p12 is for \(options.topic), without a passphrase
            """
    }

    // MARK: - Parts

    /// How many descriptors the connections of either server may take.
    private var room: Int { (Descriptors.limit - DescriptorNeed.count - Self.surplus) / 2 }

    private var configuration: ServerConfiguration {
        var directory = APNsDirectory(environment: service.environment)
        directory.add(keys.provider)
        var configuration = service.configuration(of: directory, port: options.port, room: room)
        configuration.authority = keys.made.authority
        if !options.strictTokens { configuration.providerTokenInterval = .zero }
        return configuration
    }

    private var isLoopback: Bool { ["127.0.0.1", "::1", "localhost"].contains(service.host) }

    /// The host of APNs in a URL: a name, where there is one.
    private var urlHost: String {
        isLoopback ? "localhost" : service.name.first ?? pageHost
    }

    /// The host of the page in a URL.
    private var pageHost: String { WebOrigin.urlHost(service.host) }

    /// The names by which browsers may call the lab.
    private var hosts: [String] {
        ["localhost", "127.0.0.1", "[::1]", pageHost] + service.name.map(WebOrigin.urlHost)
    }

    /// A path as people write it.
    private static func short(_ path: String) -> String {
        let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
        guard home.count > 1, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    private static func taken(_ option: String, _ port: UInt16, _ host: String) -> CommandError {
        CommandError(
            .failure,
            name: "cannotListen",
            "the lab can't listen at port \(port) of \(host)",
            hint: "name a port that is free: \(option), of which 0 is any"
        )
    }
}
