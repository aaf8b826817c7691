// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// A moment on both clocks of the server.
public struct ServerTime: Hashable, Sendable {
    /// The calendar time.
    public var date: Timestamp
    /// The time since a fixed moment, on a clock that cannot be set.
    public var uptime: Duration

    /// Creates a moment.
    public init(date: Timestamp, uptime: Duration) {
        self.date = date
        self.uptime = uptime
    }

    /// The calendar's whole seconds since 1970.
    var seconds: Int { Int(date.milliseconds / 1000) }
}
