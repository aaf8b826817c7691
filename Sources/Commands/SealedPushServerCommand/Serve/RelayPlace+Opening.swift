// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushRelay
import SealedPushRelayPostgreSQL

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
            do throws(RelayStoreError) {
                return (try await PostgreSQLRelayStore.open(address, limits: limits), secrets)
            } catch {
                throw CommandError(error)
            }
        case .sqlite(let folder):
            // Only the owner may read the files of the database, also in a folder that others may
            // read.
            umask(0o077)
            let path = "\(folder)/relay.sqlite"
            let isNew = !FileManager.default.fileExists(atPath: path)
            guard makes || !isNew else {
                throw .usage(
                    "there is no relay in \(folder)",
                    hint: "--data names the folder of a relay; 'serve' and 'apikey make' make one"
                )
            }
            if isNew { try makeFolder(folder) }
            // A key that is made beside messages which another one named would end their URLs.
            if isNew, !FileManager.default.fileExists(atPath: keys) { try RelayKeysFile.make(keys) }
            let secrets = try readSecrets()
            do throws(RelayStoreError) {
                let store = try SQLiteRelayStore(path: path, limits: limits) {
                    Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
                }
                return (store, secrets)
            } catch {
                throw CommandError(error)
            }
        }
    }

    private func makeFolder(_ folder: String) throws(CommandError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .failure("the folder of the database can't be made")
        }
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

extension CommandError {
    /// Why a relay's database can't be used.
    init(_ error: RelayStoreError) {
        switch error {
        case .unavailable:
            self = .failure("the database can't be opened; check its address, its folder and disk")
        case .inUse:
            self.init(
                .failure,
                name: "inUse",
                "another process works on the database",
                hint: "stop it first; with PostgreSQL several may work at once"
            )
        case .foreign:
            self.init(
                .usage,
                name: "foreign",
                "the database is another program's, or of another version"
            )
        case .damaged: self = .failure("the database is damaged")
        }
    }
}
