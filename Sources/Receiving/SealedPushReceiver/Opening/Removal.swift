// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a message takes away: notifications that were made of earlier messages of the same sender.
public struct Removal: Sendable, Hashable {
    /// The identifiers of the notifications: their collapse ids.
    public let identifiers: [String]
    /// Whose messages they have to be: the identity that signed the message, 32 bytes.
    public let sender: [UInt8]

    /// What `message` asks for, or nil where it asks for nothing.
    init?(by message: OpenedMessage) {
        guard let remove = message.payload.fields?.remove, !remove.isEmpty else { return nil }
        identifiers = remove
        sender = message.claim.sender
    }
}
