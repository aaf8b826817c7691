// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import ServerStore

/// When workers whose heartbeat has ended are given up: not because a clock was set.
///
/// A worker that lives renews its heartbeat by the new time soon after a clock was set, and ends
/// what it has under way before a lease is over. So heartbeats are believed if the database's clock
/// has gone on at the pace of the monotonic one for as long as a lease holds.
package struct LapseSweep: Hashable, Sendable {
    private var clocks = ClockPair(tolerance: tolerance)

    /// How far the two clocks may differ: with twice as much a push still ends before its lease.
    package static let tolerance: Duration = .seconds(5)

    package init() {}

    /// Looks at both clocks.
    ///
    /// - Parameters:
    ///   - wall: The database's time.
    ///   - steady: The monotonic clock of this process.
    /// - Returns: The database's time, if it is believed.
    package mutating func look(wall: Timestamp, steady: Duration) -> Timestamp? {
        guard let agreed = clocks.look(wall: wall, steady: steady) else { return nil }
        return agreed.passed >= Heartbeat.term ? wall : nil
    }
}
