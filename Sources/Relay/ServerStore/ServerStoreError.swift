// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Why a database did not do what it was asked; none holds a value of a row.
package enum ServerStoreError: Error, Hashable {
    /// The database cannot be reached, or is locked: it may work later.
    case unavailable
    /// The disk of the database is full: it works once there is room.
    case diskFull
    /// Another server process works on the database, which only one may do (SQLite).
    case inUse
    /// A server makes the tables at present, or has to change them first: it works after that.
    case notReady
    /// The database is another program's, or of another version of this one; a sidecar's also if
    /// it is another sender's or app's.
    case foreign
    /// What a row holds cannot be read.
    case damaged
}

extension ServerStoreError {
    /// Says what an error of a transaction means.
    package init(_ error: any Error) {
        switch error {
        case let error as ServerStoreError: self = error
        case let error as PostgreSQLError: self = error.meaning
        case let error as DatabaseError
        where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
            self = .damaged
        case let error as DatabaseError
        where error.resultCode == .SQLITE_FULL
            || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            self = .diskFull
        default: self = .unavailable
        }
    }
}
