// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// When what has expired may be deleted: not because a clock was set forward for a moment.
///
/// A message, a device or what is remembered for a time goes only if two looks, at least 15 minutes
/// apart by the
/// monotonic clock, both found it expired, and the database's clock went on at the same pace
/// between them.
package struct ExpirySweep: Sendable {
    private var clocks = ClockPair(tolerance: tolerance)

    /// How far apart the looks are at least.
    package static let distance: Duration = .minutes(15)
    /// How far the two clocks may differ between the looks.
    package static let tolerance: Duration = .seconds(30)

    package init() {}

    /// Looks at both clocks.
    ///
    /// - Parameters:
    ///   - wall: The database's time.
    ///   - steady: The monotonic clock of this process.
    /// - Returns: The moment before which something must have expired to be deleted now, or nil.
    package mutating func look(wall: Timestamp, steady: Duration) -> Timestamp? {
        guard let agreed = clocks.look(wall: wall, steady: steady),
            agreed.passed >= Self.distance
        else { return nil }
        clocks.begin(wall: wall, steady: steady)
        return agreed.first
    }
}
