// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushRelay
import ServerStore

/// A relay's database in the hands of an operator's command.
struct RelayVisit {
    private let store: any RelayStore

    /// Opens the database that the options name.
    init(_ options: RelayOptions) async throws(CommandError) {
        store = try await RelayPlace(try await options.reader()).visit()
    }

    /// Asks the database, and tells what is wrong in the user's words.
    func ask<Value>(
        _ body: (any RelayStore) async throws(ServerStoreError) -> Value
    ) async throws(CommandError) -> Value {
        do throws(ServerStoreError) {
            return try await body(store)
        } catch {
            throw CommandError(error)
        }
    }
}

extension RelayPlace {
    /// How long an operator waits for a query on PostgreSQL, which may read the whole queue.
    private static let timeLimit: Duration = .seconds(60)

    /// Opens the database for an operator's command, also beside servers that work on it.
    ///
    /// - Returns: It; the relay's keys are not read.
    /// - Throws: Why it can't be opened.
    func visit() async throws(CommandError) -> any RelayStore {
        switch database {
        case .postgreSQL(let address):
            do throws(ServerStoreError) {
                return try await PostgreSQLRelayStore.open(address, timeLimit: Self.timeLimit)
            } catch {
                throw CommandError(error, of: database.words)
            }
        case .sqlite(let path):
            let folder = DatabaseFolder(path, of: .relay)
            guard folder.hasDatabase else { throw Self.absent(path) }
            // The files that SQLite makes beside the database have its mode.
            return try folder.open { file, clock throws(ServerStoreError) in
                try SQLiteRelayStore(path: file, as: .visitor, clock: clock)
            }
        }
    }
}

/// What an operator's command does to the relay's database; each says so in its help.
enum DatabaseEffect: String, CaseIterable, CustomStringConvertible {
    case nothing = "Changes nothing in the database."
    case changes = "Changes the database."

    var description: String { rawValue }
}
