// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The identifier under which the system lists the notification of a push.
///
/// With APNs it is the collapse id that the push was sent with, whatever sent it: 1 to 64 bytes of
/// UTF-8.
public struct NotificationName: Hashable, Sendable {
    /// The name.
    public let text: String

    /// Takes a name, or gives nil for one that no notification has.
    public init?(_ text: String) {
        guard 1...64 ~= text.utf8.count else { return nil }
        self.text = text
    }
}
