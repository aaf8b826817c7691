// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a client has its time from.
struct ClientTime: Sendable {
    /// The time since any fixed moment, on a clock that can't be set and runs on while the machine
    /// sleeps: by it go deadlines, delays and the age of tokens.
    let now: @Sendable () -> Duration
    /// The time of day, which stands in provider tokens, and decides nothing.
    let date: @Sendable () -> Timestamp

    private static let start = ContinuousClock.now

    /// The machine's; its functions hold nothing that threads would share.
    static let system = ClientTime(
        now: { start.duration(to: .now) },
        date: { Timestamp(clamping: UInt64(max(0, Date().timeIntervalSince1970 * 1000))) }
    )
}
