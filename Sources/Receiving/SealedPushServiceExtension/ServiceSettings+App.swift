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
///     try await settings.postWaiting()
///     // at each start, too, and after each decision about a contact
///     try await settings.deleteDoubtfulDonations()
extension ServiceSettings {
    /// Posts the messages that wait on the device, deferred while it was locked or left unfinished
    /// by a run that was stopped, and removes the notice that something waited.
    ///
    /// They are posted as local notifications, one after the other: the deferred ones alert, in
    /// order of arrival; then those come, quietly, that a stopped run may have shown. Their files
    /// are fetched as long as that takes no more than ``deadline`` in all, and a fifth of it for
    /// one message. If the app is in the foreground, its delegate's `willPresent` decides: without
    /// one nothing is presented. The extension posts them, too, after it has handed over its push.
    ///
    /// Nothing is lost where it is stopped: what was not posted by then waits on. If the task is
    /// cancelled it ends after the message that it is at. It works beside its caller, the main
    /// actor as well.
    ///
    /// - Returns: How many were posted, and what could not be.
    /// - Throws: `ReceiverError`, as where the device is still locked: `store(.locked)`.
    @discardableResult
    @concurrent
    public func postWaiting() async throws(ReceiverError) -> WaitingReport {
        let activity = ExpiringActivity()
        defer {
            removeLeftovers()
            activity.end()
        }
        let receiver = try openReceiver()
        var run = NotificationRun(of: NotificationPlan(), receiver, self, NotificationCentre(self))
        return await run.carryOut()
    }

    /// Deletes what the system was told of contacts that are blocked, revoked, changed or
    /// unconfirmed: that they are persons, whose messages came.
    ///
    /// The system keeps these donations until the app deletes them. The extension cannot, since it
    /// does not know of decisions that are made in the app.
    ///
    /// - Throws: `ReceiverError` if the store or its contacts can't be read.
    public func deleteDoubtfulDonations() async throws(ReceiverError) {
        try await deleteDonations { $0.standing.isSilenced || $0.standing.needsCheck }
    }

    /// Deletes what the system was told of one contact, for an app that is about to remove it.
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
