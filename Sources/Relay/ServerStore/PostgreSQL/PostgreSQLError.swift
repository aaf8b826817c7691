// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What went wrong on a connection; it holds no value of a row.
package enum PostgreSQLError: Error, Hashable {
    /// There is no connection: the server cannot be reached, or the connection broke.
    case lost
    /// The server did not answer in time.
    case timedOut
    /// The server refused a statement, with this code ("Appendix A. PostgreSQL Error Codes").
    case refused(state: String)

    /// Whether the transaction is known to be undone and may succeed if it runs once more.
    ///
    /// That is a deadlock, a failed serialization, a row that another transaction inserted meanwhile, or a plan from
    /// before a migration.
    var isTransient: Bool {
        guard case .refused(let state) = self else { return false }
        return ["40P01", "40001", "23505", Self.stalePlan].contains(state)
    }

    /// A prepared statement's result has other columns by now.
    static let stalePlan = "0A000"
    /// A lock was not to be had in time.
    static let lockTimeout = "55P03"
    /// The server's disk is full.
    static let diskFull = "53100"

    /// What it means for whoever called the store.
    var meaning: ServerStoreError {
        guard case .refused(let state) = self else { return .unavailable }
        guard state != Self.diskFull else { return .diskFull }
        return switch state.prefix(2) {
        // A table or a column is missing, or not ours to use.
        case "42", "3F": .foreign
        // Corrupted data.
        case "XX": .damaged
        default: .unavailable
        }
    }
}
