// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SealedPush

/// A moment for people, to the second: `2026-11-21T10:00:00Z`.
package enum MomentText {
    package static func text(of moment: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(moment.milliseconds / 1000)).formatted(.iso8601)
    }
}

extension Timestamp {
    /// The time of day.
    package static var now: Timestamp {
        Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }
}
