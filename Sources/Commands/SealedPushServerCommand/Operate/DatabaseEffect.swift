// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What an operator's command does to the relay's database; each says so in its help.
enum DatabaseEffect: String, CaseIterable, CustomStringConvertible {
    case nothing = "Changes nothing in the database."
    case changes = "Changes the database."

    var description: String { rawValue }
}
