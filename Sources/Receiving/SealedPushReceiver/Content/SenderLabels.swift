// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The words of the device's own, in the language of the user: for senders who are no contacts, and for hidden text.
public struct SenderLabels: Sendable, Hashable {
    /// Stands for a sender without a name.
    public var unknown: String
    /// Marks a name that nobody has confirmed; `%@` is the name.
    ///
    /// The mark is best put first: at the end of a line a long name would push it out of sight.
    public var unverified: String

    /// Stands for text that the preview policy hides.
    public var hidden: String

    /// Says that messages wait for the device to be unlocked.
    public var locked: String

    /// The labels; in English unless told.
    public init(
        unknown: String = "Unknown sender",
        unverified: String = "Unverified: %@",
        hidden: String = "New notification",
        locked: String = "Unlock to see new notifications"
    ) {
        self.unknown = unknown
        self.unverified = unverified
        self.hidden = hidden
        self.locked = locked
    }
}
