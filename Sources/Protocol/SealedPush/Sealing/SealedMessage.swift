// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A message that was sealed, and what its sender should know of it.
package struct SealedMessage: Hashable, Sendable {
    /// The envelope's bytes.
    package let envelope: [UInt8]
    /// What the envelope calls itself by.
    package let messageID: MessageID
    /// The prekey it is encrypted to.
    package let prekeyID: PrekeyRecord.ID
    /// Whether that prekey serves this message alone; where it is reusable, what is sealed can be
    /// read until its end by a thief of its private half.
    package let prekeyClass: PrekeyRecord.Class
    /// The last moment at which it counts: for `apns-expiration`.
    package let expiry: Timestamp
    /// Whether the prekey ends before the time to live does, so that `expiry` is earlier than
    /// asked for.
    package let isExpiryClamped: Bool
}
