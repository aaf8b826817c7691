// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A moment in Unix milliseconds, at most 2^53 - 1 so that every JSON reader keeps it (M-2).
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: UInt64

    /// The latest moment that has an encoding.
    public static let latest = Timestamp(clamping: maximum)

    private static let maximum: UInt64 = (1 << 53) - 1

    /// Takes milliseconds since 1970, or gives nil above 2^53 - 1.
    public init?(milliseconds: UInt64) {
        guard milliseconds <= Self.maximum else { return nil }
        self.milliseconds = milliseconds
    }

    /// Takes milliseconds since 1970; what is above 2^53 - 1 becomes 2^53 - 1.
    public init(clamping milliseconds: UInt64) {
        self.milliseconds = min(milliseconds, Self.maximum)
    }

    /// Takes the time since 1970, kept inside what has an encoding.
    public init(timeSince1970 duration: Duration) {
        self = Timestamp(clamping: 0).advanced(by: duration)
    }

    /// The time since 1970-01-01T00:00:00Z.
    public var timeSince1970: Duration { .milliseconds(milliseconds) }

    /// The moment `duration` later (earlier where it is negative), kept inside what has an encoding
    /// (M-3).
    public func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? Timestamp(clamping: 0) : .latest }
        let change = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        let sum = Int64(milliseconds).addingReportingOverflow(change.partialValue)
        guard !change.overflow, !sum.overflow else {
            return seconds < 0 ? Timestamp(clamping: 0) : .latest
        }
        return Timestamp(clamping: UInt64(max(0, sum.partialValue)))
    }

    /// True if the first of two moments is earlier.
    public static func < (first: Timestamp, second: Timestamp) -> Bool {
        first.milliseconds < second.milliseconds
    }
}

extension Duration {
    /// A day of 24 hours.
    package static func days(_ count: Int64) -> Duration { .hours(24 * count) }

    /// An hour of 3,600 seconds.
    package static func hours(_ count: Int64) -> Duration { .seconds(3600 * count) }

    /// A minute of 60 seconds.
    package static func minutes(_ count: Int64) -> Duration { .seconds(60 * count) }
}
