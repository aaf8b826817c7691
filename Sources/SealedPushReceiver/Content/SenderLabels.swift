// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The words that stand for senders who are no contacts, in the language of the user.
public struct SenderLabels: Sendable, Hashable {
    /// Stands for a sender without a name.
    public var unknown: String
    /// Marks a name that nobody has confirmed; `%@` is the name.
    ///
    /// The mark is best put first: at the end of a line a long name would push it out of sight.
    public var unverified: String

    /// The labels; in English unless told.
    public init(unknown: String = "Unknown sender", unverified: String = "Unverified: %@") {
        self.unknown = unknown
        self.unverified = unverified
    }
}
