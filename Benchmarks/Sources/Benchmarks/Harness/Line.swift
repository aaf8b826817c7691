// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// One result: what was measured, its limit, and whether it keeps it.
struct Line {
    /// What the figures count.
    enum Unit {
        case nanoseconds
        case bytes
        case count
        /// How much is done in a second: here more is better.
        case perSecond
    }

    /// A bound on the ratio.
    enum Bound {
        case atMost(Double)
        case atLeast(Double)
    }

    let name: String
    let unit: Unit
    /// What was measured.
    let value: Double
    /// What the value may be at most, or at least where more is better; nil where there is no limit.
    var limit: Double?
    /// The value beside what it is compared with; nil where it is compared with nothing.
    var ratio: Double?
    /// The bound on `ratio` that `limit` follows from.
    var bound: Bound?

    var isWithinLimit: Bool {
        limit.map { unit == .perSecond ? value >= $0 : value <= $0 } ?? true
    }
}
