// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The reason for which a screen shows what it shows: a row of the table in
/// `docs/protocol/display.md` (D-20).
///
/// The first that matches gives the texts.
public enum DisplayReason: Sendable, Hashable, CaseIterable {
    /// A message came again, and its notification is still listed.
    case listed
    /// The device is locked, or its store out of reach.
    case deferred
    /// The sender is blocked, revoked or not accepted.
    case senderRefused
    /// The push was not opened for another reason.
    case notOpened
    /// The sender sealed no text: a badge or a removal alone.
    case noText
    /// The contact's preview policy hides everything.
    case hidden
    /// The device has no name for the sender.
    case unknown
    /// The contact changed, or the sender is only a candidate of a contact.
    case check
    /// A service wrote for one of its users, and the device has a name for that user.
    case serviceContact
    /// A service wrote in its own name, or for a user that the device has no name for.
    case service
    /// A person.
    case person

    /// The number of the row, from 1.
    package var row: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}
