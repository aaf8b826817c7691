// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCoding

/// The database's clock beside the monotonic one of this process, looked at now and then.
package struct ClockPair: Hashable, Sendable {
    private var first: Look?
    private let tolerance: Duration

    private struct Look: Hashable {
        let wall: Timestamp
        let steady: Duration
    }

    /// Clocks that may differ so much and still agree.
    package init(tolerance: Duration) {
        self.tolerance = tolerance
    }

    /// Looks at both.
    ///
    /// - Returns: The database's time at the first look, and how long ago that was; nil if the
    ///   clocks have not agreed since, or if there is none. Then this look is the first.
    package mutating func look(
        wall: Timestamp,
        steady: Duration
    ) -> (first: Timestamp, passed: Duration)? {
        guard let first else {
            begin(wall: wall, steady: steady)
            return nil
        }
        let passed = steady - first.steady
        let difference = wall.timeSince1970 - first.wall.timeSince1970 - passed
        guard (.zero - tolerance...tolerance).contains(difference) else {
            begin(wall: wall, steady: steady)
            return nil
        }
        return (first.wall, passed)
    }

    /// Makes this look the first.
    package mutating func begin(wall: Timestamp, steady: Duration) {
        first = Look(wall: wall, steady: steady)
    }
}

/// When what has expired may be deleted: not because a clock was set forward for a moment.
///
/// A message, a device or what is remembered for a time goes only if two looks, at least 15 minutes
/// apart by the monotonic clock, both found it expired, and the database's clock went on at the
/// same pace between them.
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
