// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush

/// A moment for people, to the second: `2026-11-21T10:00:00Z`.
enum MomentText {
    static func text(of moment: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(moment.milliseconds / 1000)).formatted(.iso8601)
    }
}

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
