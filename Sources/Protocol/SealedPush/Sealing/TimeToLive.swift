// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The time that a message may take to arrive: 1 second to 30 days, the longest that APNs keeps
/// one.
public struct TimeToLive: Hashable, Sendable {
    /// Whole seconds.
    public let seconds: UInt32

    /// 30 days.
    public static let maximum = TimeToLive(uncheckedSeconds: 2_592_000)

    /// One day.
    public static let day = TimeToLive(uncheckedSeconds: 86_400)

    private init(uncheckedSeconds seconds: UInt32) {
        self.seconds = seconds
    }

    /// Takes 1 to 2,592,000 seconds, or gives nil.
    public init?(seconds: UInt32) {
        guard (1...Self.maximum.seconds).contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// The moment at which a message of this age ends, never after its prekey does.
    func expiry(created: Timestamp, notAfter: Timestamp) -> Timestamp {
        min(created.advanced(by: .seconds(Int64(seconds))), notAfter)
    }
}
