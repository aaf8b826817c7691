// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import Logging
import NIOCore
import NIOPosix
import SealedPush
import SealedPushCrypto
import SealedPushRelay
import SealedPushStore

/// The settings of a relay's server.
struct RelaySettings {
    /// Where it listens.
    struct Address {
        /// A name, or an address without brackets.
        let host: String
        let port: Int

        /// Takes a name or an address, which may have the brackets of URLs.
        init(host: String, port: Int) {
            let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
            self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
            self.port = port
        }

        /// The address as URLs have it, with the port that is listened at.
        func text(port: Int) -> String { "\(WebOrigin.urlHost(host)):\(port)" }

        /// Whether only this machine reaches it.
        var isLoopback: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }
    }

    /// Whether a relay does something.
    enum Switch: String, CaseIterable {
        case on
        case off
    }

    let listen: Address
    /// What TLS is done with here; nil if a proxy does it.
    let tls: TLSFiles?
    let operators: Address
    let publicURL: PublicURL
    let network: ClientNetwork
    let place: RelayPlace
    let apps: [AppSettings]
    let logLevel: Logger.Level
    /// Whether devices may leave drops.
    let drops: Switch
    /// Where provider tokens are kept for later runs.
    let tokenFolder: TokenFolder?

    init(_ settings: SettingsReader) throws(CommandError) {
        let listening = settings.group("listen")
        let url = try settings.text("public-url")
        listen = Address(
            host: try listening.text("host") ?? "127.0.0.1",
            port: try listening.port("port", else: 8080)
        )
        tls = try TLSFiles(settings.group("tls"))
        tokenFolder = TokenFolder(
            try settings.text("token-folder"),
            in: ProcessInfo.processInfo.environment
        )
        let operators = settings.group("operator")
        self.operators = Address(
            host: try operators.text("host") ?? "127.0.0.1",
            port: try operators.port("port", else: 9090, least: 0)
        )
        guard url != nil || listen.isLoopback else {
            throw .usage(
                "without a public URL the relay listens on this machine only",
                hint: "give --public-url https://... with the name at which the world reaches it"
            )
        }
        let origin =
            url.map { WebOrigin(url: $0) }
            ?? WebOrigin(host: listen.host, port: listen.port, isEncrypted: tls != nil)
        guard let origin else { throw settings.wrong("public-url", WebOrigin.rule) }
        publicURL = PublicURL(origin)
        let proxies = try settings.texts("trusted-proxies")
        do throws(ClientNetworkError) {
            network = try ClientNetwork(trusting: proxies)
        } catch {
            throw settings.wrong("trusted-proxies", "a list of IP addresses")
        }
        place = try RelayPlace(settings)
        logLevel = try settings.choice("log-level", else: Logger.Level.info)
        drops = try settings.choice("drops", else: Switch.on)
        var apps: [AppSettings] = []
        for name in try settings.texts("apps") {
            apps.append(try AppSettings(settings.group("app", name), called: name))
        }
        guard Set(apps.map(\.app)).count == apps.count else {
            throw settings.wrong("apps", "a list in which an app and environment occurs once")
        }
        self.apps = apps
    }
}

/// Where a relay keeps its messages and its keys.
struct RelayPlace {
    let database: Database
    let keys: String

    enum Database {
        /// The file of a database of SQLite in this folder.
        case sqlite(folder: String)
        /// A connection string of libpq.
        case postgreSQL(String)

        /// What errors call it.
        var words: String {
            switch self {
            case .sqlite(let folder): "the database in \(folder)"
            case .postgreSQL: "the database"
            }
        }
    }

    init(_ settings: SettingsReader) throws(CommandError) {
        let keys = try settings.text("keys")
        if let address = try Self.address(settings) {
            guard let keys else {
                throw .usage(
                    "servers on PostgreSQL need the file of the relay's keys",
                    hint: "make one with 'sealedpush-server relay-keys', and name it as 'keys'"
                )
            }
            database = .postgreSQL(address)
            self.keys = keys
        } else {
            let folder = try settings.text("data") ?? "relay"
            database = .sqlite(folder: folder)
            self.keys = keys ?? "\(folder)/keys"
        }
    }

    /// The address of the database, which may hold a password: from the environment, or a file of
    /// its own.
    private static func address(_ settings: SettingsReader) throws(CommandError) -> String? {
        if let text = try settings.text("postgresql", isSecret: true) { return text }
        guard let path = try settings.text("postgresql-file") else { return nil }
        let file = try InputFile(path).readSecret("database address")
        let text = file.withBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

extension RelaySettings.Address {
    /// Refuses an address at which the system lets nothing listen now.
    ///
    /// A server that finds that out itself has begun much by then, and logs how all of that ends.
    func check() async throws(CommandError) {
        do {
            try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port)
                .get()
                .close()
        } catch {
            let reason = (error as? IOError).map { ": \(SystemReason.words($0.errnoCode))" } ?? ""
            throw CommandError(
                .failure,
                name: "notListening",
                "the server can't listen at \(host), port \(port)\(reason)",
                hint: "end what listens there, or choose another port"
            )
        }
    }
}
