// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The database's clock beside the monotonic one of this process, looked at now and then.
struct ClockPair: Hashable, Sendable {
    private var first: Look?
    private let tolerance: Duration

    private struct Look: Hashable {
        let wall: Timestamp
        let steady: Duration
    }

    /// Clocks that may differ so much and still agree.
    init(tolerance: Duration) {
        self.tolerance = tolerance
    }

    /// Looks at both.
    ///
    /// - Returns: The database's time at the first look, and how long ago that was; nil if the
    ///   clocks have not agreed since, or if there is none. Then this look is the first.
    mutating func look(
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
    mutating func begin(wall: Timestamp, steady: Duration) {
        first = Look(wall: wall, steady: steady)
    }
}
