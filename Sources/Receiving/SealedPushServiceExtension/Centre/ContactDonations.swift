// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
public import SealedPush
import SealedPushCrypto
public import SealedPushReceiver

/// Deletes what the system was told of contacts: that they are persons, whose messages came.
///
/// The system keeps donations until the app deletes them. The extension cannot, since it does not
/// know of decisions that are made in the app:
///
///     // in the app, at each start and after each decision about a contact
///     try await ContactDonations(settings).deleteDoubtful()
public struct ContactDonations: Sendable {
    private let settings: ServiceSettings

    /// The donations of the app whose settings these are.
    public init(_ settings: ServiceSettings) {
        self.settings = settings
    }

    /// Deletes the donations of contacts that are blocked, revoked, changed or unconfirmed.
    ///
    /// - Throws: `ReceiverError` if the store or its contacts can't be read.
    public func deleteDoubtful() async throws(ReceiverError) {
        try await delete(try NotificationReceiver(settings).conversations { $0.isDoubtful })
    }

    /// Deletes the donations of one contact, for an app that is about to remove it.
    ///
    /// - Throws: `ReceiverError` if the store or its contacts can't be read.
    public func delete(of identity: SenderIdentity) async throws(ReceiverError) {
        let receiver = try NotificationReceiver(settings)
        try await delete(try receiver.conversations { $0.sender == identity.bytes })
    }

    private func delete(_ conversations: [ContactConversation]) async throws(ReceiverError) {
        for one in conversations {
            let sender = Hex.encode(one.sender.span)
            // A contact with codes only has a conversation of its own as well.
            for name in [Conversation.name(sender, one.code), Conversation.name(sender, nil)] {
                // The system's errors say nothing that an app could act on.
                try? await INInteraction.delete(with: name)
            }
        }
    }
}
