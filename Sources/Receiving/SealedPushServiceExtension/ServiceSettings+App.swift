// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
public import SealedPush
import SealedPushContacts
import SealedPushCrypto
public import SealedPushReceiver

/// What the app does beside its extension, with the same settings.
///
///     // in the app, when it is launched and when protected data becomes available
///     try await settings.postBacklog()
///     // at each start, too, and after each decision about a contact
///     try await settings.deleteDoubtfulDonations()
extension ServiceSettings {
    /// Posts all deferred and unfinished messages, and removes the notice that messages wait.
    ///
    /// It posts them one by one as local notifications: first the deferred ones in order of
    /// arrival, which alert, then the unfinished ones, without a sound. It downloads their files
    /// within ``deadline`` for all, and a fifth of that for one message. If the app is in the
    /// foreground, its delegate's `willPresent` decides; without a delegate nothing is presented.
    /// The extension posts them too, after it has handed over its push.
    ///
    /// If it is stopped, nothing is lost: the other messages stay deferred or unfinished. If its
    /// task is cancelled, it ends after the current message. It runs off the caller's actor.
    ///
    /// - Returns: The numbers of messages that were posted and that were not.
    /// - Throws: `ReceiverError`; `store(.locked)` if the device is still locked.
    @discardableResult
    @concurrent
    public func postBacklog() async throws(ReceiverError) -> BacklogReport {
        let activity = ExpiringActivity()
        defer {
            removeLeftovers()
            activity.end()
        }
        let receiver = try openReceiver()
        var run = PlanRun(
            of: NotificationPlan(),
            receiver,
            self,
            UserNotificationCenter(self)
        )
        return await run.carryOut()
    }

    /// Deletes the donations about contacts that are blocked, revoked or changed.
    ///
    /// The system keeps a donation until the app deletes it. The extension cannot, as it does not
    /// know what the user decides in the app.
    ///
    /// - Throws: `ReceiverError` if the store or its contacts can't be read.
    public func deleteDoubtfulDonations() async throws(ReceiverError) {
        try await deleteDonations { $0.status.isSilenced || $0.status.needsCheck }
    }

    /// Deletes the donations about one contact.
    ///
    /// Call it before the contact is removed.
    ///
    /// - Throws: `ReceiverError` if the store or its contacts can't be read.
    public func deleteDonations(of identity: SenderIdentity) async throws(ReceiverError) {
        try await deleteDonations { $0.identity == identity }
    }

    private func deleteDonations(of isWanted: (Contact) -> Bool) async throws(ReceiverError) {
        for contact in try openReceiver().listContacts() where isWanted(contact) {
            let sender = Hex.encode(contact.identity.bytes.span)
            // A contact with codes only has a conversation of its own as well.
            for name in [Conversation.name(sender, contact.code), Conversation.name(sender, nil)] {
                // The system's errors say nothing that an app could act on.
                try? await INInteraction.delete(with: name)
            }
        }
    }
}
