// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import SealedPushRelay
import SealedPushStore
import ServerStore

/// The folder that a server's database is in.
struct DatabaseFolder {
    /// What a folder is of; one is never of both.
    enum Server: CaseIterable {
        case relay
        case sidecar

        /// The name of the database's file.
        fileprivate var file: String {
            switch self {
            case .relay: "relay.sqlite"
            case .sidecar: "sidecar.sqlite"
            }
        }

        fileprivate var words: String {
            switch self {
            case .relay: "a relay"
            case .sidecar: "a sealing sidecar"
            }
        }
    }

    private let path: String
    private let server: Server

    /// The folder at `path`, for the database of a server.
    init(_ path: String, of server: Server) {
        self.path = path
        self.server = server
    }

    /// The database's file.
    var file: String { file(of: server) }

    private func file(of server: Server) -> String { "\(path)/\(server.file)" }

    /// What errors call the database.
    var words: String { "the database in \(path)" }

    var hasDatabase: Bool { FileManager.default.fileExists(atPath: file) }

    /// Makes the folder, which only its owner may read, if need be; refuses another server's.
    func make() throws(CommandError) {
        for other in Server.allCases where other != server {
            guard !FileManager.default.fileExists(atPath: file(of: other)) else {
                throw CommandError(
                    .storeUnusable,
                    name: "foreign",
                    "the folder \(path) has the database of \(other.words)",
                    hint: "a relay and a sidecar have a folder of their own each (--data)"
                )
            }
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            let reason = cause.map { ": \(SystemReason.words($0.code.rawValue))" } ?? ""
            throw .failure("the folder \(path) can't be made\(reason)")
        }
    }

    /// Opens the database, and tells what is wrong in the user's words.
    func open<Database>(
        _ body: (_ file: String, _ clock: @escaping @Sendable () -> Timestamp)
            throws(ServerStoreError) -> Database
    ) throws(CommandError) -> Database {
        do throws(ServerStoreError) {
            return try body(file) { .now }
        } catch {
            throw CommandError(error, of: words)
        }
    }
}

extension CommandError {
    /// Why a server's database can't be used; errors say `what` it is.
    init(_ error: ServerStoreError, of what: String = "the database") {
        switch error {
        case .unavailable:
            self = .failure("\(what) can't be used; check its address, its folder and disk")
        case .diskFull:
            self.init(.failure, name: "diskFull", "the disk of \(what) is full")
        case .inUse:
            self.init(
                .failure,
                name: "inUse",
                "another process works on \(what)",
                hint: "stop it first; with PostgreSQL several may work at once"
            )
        case .notReady:
            self.init(
                .later,
                name: "notReady",
                "\(what) is being made, or its tables are not those of this version yet",
                hint: "try again; if no server starts on it, 'serve' or 'run' completes it"
            )
        case .foreign:
            self.init(
                .storeUnusable,
                name: "foreign",
                "\(what) is another program's, or of another version",
                hint: "a relay and a sidecar have a database of their own each; an older version's"
                    + " serves no more: name a new folder (--data)"
            )
        case .damaged:
            self.init(
                .storeUnusable,
                name: "damaged",
                "\(what) is damaged",
                hint: "put it back from a copy"
            )
        }
    }
}
