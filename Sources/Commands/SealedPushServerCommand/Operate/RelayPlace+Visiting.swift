// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushRelay
import ServerStore

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
