// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Where a file of the store stands: its folder and its name, relative to the store.
package struct StorePath: Hashable, Sendable {
    /// The folder, such as `prekeys` or `claims/0123456789abcdef`.
    package let folder: String
    /// The name in that folder.
    package let name: String

    /// Takes both.
    package init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// Both, as they are bound into what is sealed there.
    package var text: String { "\(folder)/\(name)" }
}
