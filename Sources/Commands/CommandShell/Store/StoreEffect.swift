// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a subcommand does to the store; each says so in its help, in these words.
package enum StoreEffect: String, CaseIterable, CustomStringConvertible {
    /// The folder of the store is the same before and after, byte for byte; where an empty folder
    /// is missing, or the index of unfinished messages, it is made again.
    case nothing = "Changes nothing in the store."
    /// The store may change.
    case changes = "Changes the store."
    /// There is none.
    case noStore = "Needs no store."

    package var description: String { rawValue }
}
