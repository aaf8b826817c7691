// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Where a file of the store stands: its folder and its name, relative to the store.
struct StorePath: Hashable, Sendable {
    /// The folder, such as `prekeys` or `claims/0123456789abcdef`.
    let folder: String
    /// The name in that folder.
    let name: String

    /// Both, as they are bound into what is sealed there.
    var text: String { "\(folder)/\(name)" }
}
