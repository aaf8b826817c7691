// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// Whether a lifetime has passed for certain: this process has watched all of it.
///
/// ``ExpirySweep`` needs 15 minutes to tell that the clock was not set. A lifetime that lies wholly
/// within a time in which this process has watched the clock, and nothing set it, needs no more:
/// its beginning and its end are by the same clock, and the monotonic one went on as far.
package struct LifetimeWatch: Sendable {
    private var clocks = ClockPair(tolerance: tolerance)

    /// How far the two clocks may differ: a lifetime may end so much too early.
    package static let tolerance: Duration = .seconds(2)

    package init() {}

    /// Looks at both clocks, as at each step of a worker.
    ///
    /// - Parameters:
    ///   - wall: The database's time.
    ///   - steady: The monotonic clock of this process.
    /// - Returns: The moment since which the database's clock was not set; `wall` if there is no
    ///   earlier one.
    package mutating func look(wall: Timestamp, steady: Duration) -> Timestamp {
        clocks.look(wall: wall, steady: steady)?.first ?? wall
    }
}
