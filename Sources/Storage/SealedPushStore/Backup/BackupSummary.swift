// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A summary of a backup: how many records it has, and which could not be read.
public struct BackupSummary: Hashable, Sendable {
    /// A record that could not be read, and so is not in the backup.
    public struct Omission: Hashable, Sendable {
        /// The kind of the record, as its folder is called: `contacts`, say.
        public let kind: String
        /// The reason for which it could not be read.
        public let reason: StoreError
    }

    /// The number of records in the backup.
    public internal(set) var records = 0
    /// The records that are not in the backup.
    public internal(set) var omissions: [Omission] = []
}
