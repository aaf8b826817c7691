// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import SealedPushRelay
import SealedPushStore

/// The folder that a server's database is in.
struct DatabaseFolder {
    private let path: String
    /// The database's file.
    let file: String

    /// The folder at `path`, for a file of this name.
    init(_ path: String, file: String) {
        self.path = path
        self.file = "\(path)/\(file)"
    }

    /// What errors call the database.
    var words: String { "the database in \(path)" }

    var hasDatabase: Bool { FileManager.default.fileExists(atPath: file) }

    /// Makes the folder, which only its owner may read, if need be.
    func make() throws(CommandError) {
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
            throws(RelayStoreError) -> Database
    ) throws(CommandError) -> Database {
        do throws(RelayStoreError) {
            return try body(file) {
                Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
            }
        } catch {
            throw CommandError(error, of: words)
        }
    }
}

extension CommandError {
    /// Why a server's database can't be used; errors say `what` it is.
    init(_ error: RelayStoreError, of what: String = "the database") {
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
                "\(what) is another program's, or of a later version",
                hint: "a relay and a sidecar have a database of their own each"
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
