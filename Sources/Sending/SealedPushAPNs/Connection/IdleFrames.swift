// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Counts frames that end no push: what promises answers, PINGs, settings, empty data.
///
/// A server that sends nothing else as fast as it can would use up the time of all that its event
/// loop does, also of that which ends pushes.
struct IdleFrames {
    /// How many there may be in a second beyond those that requests bring.
    static let limit = 1000
    /// How many a request may bring: its stream and the connection have a window each.
    private static let share = 4

    private var count = 0
    private var start: Duration = .zero

    /// Whether there are too many.
    var areTooMany: Bool { count > Self.limit }

    /// Notes one.
    mutating func add(at now: Duration) {
        if now - start >= .seconds(1) { (start, count) = (now, 0) }
        count += 1
    }

    /// Notes a request.
    mutating func sent() { count -= min(count, Self.share) }

    /// Notes an answer.
    mutating func answered() { count = 0 }
}
