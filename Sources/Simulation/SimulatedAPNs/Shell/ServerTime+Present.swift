// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ServerTime {
    /// The present moment, by the clocks of the machine.
    public static var present: ServerTime {
        let milliseconds = max(0, Date().timeIntervalSince1970 * 1000)
        return ServerTime(
            date: Timestamp(clamping: UInt64(milliseconds)),
            uptime: start.duration(to: .now)
        )
    }

    private static let start = ContinuousClock.now
}
