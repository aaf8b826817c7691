// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A path that an argument names.
///
/// It is not empty: an empty one is that of an option whose value a shell's variable lacks, and
/// would lead to the current folder, to the root, or to a default.
package struct NamedPath: ExpressibleByArgument {
    /// The path as it was given.
    package let text: String

    package init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    /// Takes a default.
    package init(_ text: StaticString) { self.text = "\(text)" }

    /// How help shows it.
    package var defaultValueDescription: String { text }
}
