// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension JSONWriter.Object {
    /// Adds a moment in milliseconds since 1970, or null.
    mutating func add(_ key: String, _ moment: Timestamp?) {
        if let moment {
            add(key, moment.milliseconds)
        } else {
            null(key)
        }
    }
}
