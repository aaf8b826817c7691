// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPushCrypto
import SealedPushRelay
import ServerStore

extension RelayPlace {
    /// Opens the database.
    ///
    /// - Parameters:
    ///   - limits: What senders and devices may use.
    ///   - makes: Whether a new one of SQLite is made, with the relay's keys.
    /// - Returns: It, and the keys.
    /// - Throws: Why it can't be opened.
    func open(
        _ limits: RelayLimits = RelayLimits(),
        making makes: Bool
    ) async throws(CommandError) -> (
        store: any RelayStore, secrets: RelaySecrets
    ) {
        switch database {
        case .postgreSQL(let address):
            let secrets = try readSecrets()
            do throws(ServerStoreError) {
                return (try await PostgreSQLRelayStore.open(address, limits: limits), secrets)
            } catch {
                throw CommandError(error, of: database.words)
            }
        case .sqlite(let path):
            let folder = DatabaseFolder(path, of: .relay)
            let isNew = !folder.hasDatabase
            guard makes || !isNew else { throw Self.absent(path) }
            try folder.make()
            // A key that is made beside messages which another one named would end their URLs.
            if isNew, !FileManager.default.fileExists(atPath: keys) { try RelayKeysFile.make(keys) }
            let secrets = try readSecrets()
            let store = try folder.open { path, clock throws(ServerStoreError) in
                try SQLiteRelayStore(path: path, limits: limits, clock: clock)
            }
            return (store, secrets)
        }
    }

    /// No database of a relay is in the folder.
    static func absent(_ folder: String) -> CommandError {
        .usage(
            "there is no relay in \(folder)",
            hint: "--data names the folder of a relay; 'serve' and 'apikey make' make one"
        )
    }

    private func readSecrets() throws(CommandError) -> RelaySecrets {
        let file = try RelayKeysFile.read(keys)
        guard let secrets = file.withBytes({ RelaySecrets(reading: $0) }) else {
            throw CommandError(
                .storeUnusable,
                name: "unusableKey",
                "the file of the relay's keys is none",
                hint: "restore it: without it the tokens in the database can't be read"
            )
        }
        return secrets
    }
}
