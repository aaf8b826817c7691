// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

extension ExitTest.Result {
    /// Whether the process wrote `message` to its standard error.
    ///
    /// Where the standard library, too, would stop a debug build, this tells that our own check did, which a
    /// release build keeps.
    func says(_ message: String) -> Bool {
        String(decoding: standardErrorContent, as: UTF8.self).contains(message)
    }
}
