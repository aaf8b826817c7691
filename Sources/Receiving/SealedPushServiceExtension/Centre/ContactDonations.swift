// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
public import SealedPush
import SealedPushContacts
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
        try await delete { $0.standing.isSilenced || $0.standing.needsCheck }
    }

    /// Deletes the donations of one contact, for an app that is about to remove it.
    ///
    /// - Throws: `ReceiverError` if the store or its contacts can't be read.
    public func delete(of identity: SenderIdentity) async throws(ReceiverError) {
        try await delete { $0.identity == identity }
    }

    private func delete(of isWanted: (Contact) -> Bool) async throws(ReceiverError) {
        let receiver = try NotificationReceiver(settings)
        let contacts: [Contact]
        do throws(ContactError) {
            contacts = try receiver.contacts.list().contacts
        } catch {
            throw ReceiverError(error)
        }
        for contact in contacts where isWanted(contact) {
            let sender = Hex.encode(contact.identity.bytes.span)
            // A contact with codes only has a conversation of its own as well.
            for name in [Conversation.name(sender, contact.code), Conversation.name(sender, nil)] {
                // The system's errors say nothing that an app could act on.
                try? await INInteraction.delete(with: name)
            }
        }
    }
}
