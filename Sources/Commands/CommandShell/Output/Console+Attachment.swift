// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto

extension Console {
    /// Says why a file of a message is not shown.
    package static func note(missing error: AttachmentError) {
        note("a file of the message is not shown: \(error.message) (\(error.name))")
    }
}
