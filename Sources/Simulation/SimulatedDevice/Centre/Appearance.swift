// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A notification that came, and when.
public struct Appearance: Sendable, Hashable {
    /// The time since the device was started.
    public let time: Duration
    /// Whether it is one of the app's own and not of a push.
    public let isLocal: Bool
    /// The notification as the user met it.
    public let notification: ShownNotification
}

/// What came, the latest last; what is long past is forgotten.
struct AppearanceLog {
    /// How many are remembered.
    static let limit = 1000

    private(set) var appearances: [Appearance] = []

    mutating func add(_ appearance: Appearance) {
        appearances.append(appearance)
        if appearances.count > Self.limit { appearances.removeFirst() }
    }
}
