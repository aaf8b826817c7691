// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The memory that OpenSSL works in.
public enum OpenSSLMemory {
    /// Has OpenSSL wipe whatever it frees, in the whole process, from now on.
    ///
    /// For a program, as the first thing that it does: a library has no business to decide it. Then
    /// nothing of a private key or a passphrase stays in memory that OpenSSL has freed, whatever it
    /// was read from.
    ///
    /// - Returns: False if OpenSSL has memory already: then nothing has changed.
    public static func wipeWhatIsFreed() -> Bool {
        sealedpush_wipe_what_is_freed() == 1
    }
}
