// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// One moment on both of the server's clocks.
public struct ServerTime: Hashable, Sendable {
    /// What the calendar says.
    public var date: Timestamp
    /// The time since any fixed moment, on a clock that can't be set.
    public var uptime: Duration

    /// Takes a moment.
    public init(date: Timestamp, uptime: Duration) {
        self.date = date
        self.uptime = uptime
    }

    /// The calendar's whole seconds since 1970.
    var seconds: Int { Int(date.milliseconds / 1000) }
}
