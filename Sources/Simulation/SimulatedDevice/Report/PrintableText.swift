// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension String {
    /// The text without anything that a terminal would obey, or that turns what stands beside it
    /// around.
    var printable: String { TerminalText.line(self) }

    /// Its lines, each ``printable``.
    var printableLines: [String] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { String($0).printable }
    }
}
