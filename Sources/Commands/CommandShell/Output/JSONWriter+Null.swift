// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCoding

extension JSONWriter.Object {
    /// Adds a text, or null.
    package mutating func add(_ key: String, _ text: String?) {
        if let text { add(key, text) } else { null(key) }
    }

    /// Adds a moment in milliseconds since 1970, or null.
    package mutating func add(_ key: String, _ moment: Timestamp?) {
        if let moment { add(key, moment.milliseconds) } else { null(key) }
    }
}
