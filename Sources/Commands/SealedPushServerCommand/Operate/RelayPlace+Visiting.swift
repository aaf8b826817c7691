// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Foundation
import SealedPush
import SealedPushRelay
import SealedPushRelayPostgreSQL

extension RelayPlace {
    /// How long an operator waits for a query on PostgreSQL, which may read the whole queue.
    private static let timeLimit: Duration = .seconds(60)

    /// Opens the database for an operator's command, also beside servers that work on it.
    ///
    /// - Returns: It; the relay's keys are not read.
    /// - Throws: Why it can't be opened.
    func visit() async throws(CommandError) -> any RelayStore {
        if case .sqlite(let folder) = database {
            guard FileManager.default.fileExists(atPath: Self.file(in: folder)) else {
                throw .usage(
                    "there is no relay in \(folder)",
                    hint: "--data names the folder of a relay, and 'serve' makes one"
                )
            }
        }
        do throws(RelayStoreError) {
            switch database {
            case .postgreSQL(let address):
                return try await PostgreSQLRelayStore.open(address, timeLimit: Self.timeLimit)
            case .sqlite(let folder):
                // A log that this process makes is as private as the database.
                umask(0o077)
                return try SQLiteRelayStore(path: Self.file(in: folder), as: .visitor) {
                    Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
                }
            }
        } catch {
            throw CommandError(error)
        }
    }

    private static func file(in folder: String) -> String { "\(folder)/relay.sqlite" }
}
