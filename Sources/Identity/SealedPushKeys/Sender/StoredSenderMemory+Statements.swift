// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushStore

extension StoredSenderMemory {
    /// The effect of a statement on the lists of all recipients.
    public struct StatementEffect: Hashable, Sendable {
        /// The number of recipients whose lists have the device.
        public let recipients: Int
        /// True if anything has changed.
        public let isNew: Bool
    }

    /// Retires a device, and removes it from every recipient's list, in which it would only take
    /// space.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``; the device may be retired then, and
    ///   the lists be left for the next call.
    public func apply(
        _ retirement: DeviceIdentity.Retirement
    ) async throws(SealingError) -> StatementEffect {
        let isNew = try await retire(retirement)
        let device = retirement.device
        let effect = try change {
            $0.listed.contains(device)
        } by: { recipient throws(SealingError) in
            _ = try remembering { () throws(StoreError) in
                try recipient.noteRemoval(of: device)
            }
            return try recipient.change { $0.remove(device) }
        }
        return StatementEffect(recipients: effect.recipients, isNew: isNew || effect.isNew)
    }

    /// Confirms every device that is unconfirmed since a restore, for a server that trusts its
    /// directory.
    ///
    /// Devices that were removed after the backup was made are known again, and have to be removed
    /// once more.
    ///
    /// - Throws: ``SealedPush/SealingError/memoryUnavailable``.
    public func confirmAll() async throws(SealingError) -> StatementEffect {
        try change {
            !$0.unconfirmed.isEmpty
        } by: { recipient throws(SealingError) in
            try recipient.change { $0.confirmAll() }
        }
    }

    /// Changes the lists that fulfil a condition.
    private func change(
        where isMeant: (RecipientDevices) -> Bool,
        by change: (StoredRecipient) throws(SealingError) -> RecipientDevices
    ) throws(SealingError) -> StatementEffect {
        let all = try remembering { () throws(StoreError) in try StoredRecipient.all(in: store) }
        var recipients = 0
        var isNew = false
        // What can't be read may be a list that is meant: the others change all the same.
        var refusal = all.failures.first.map(SealingError.init)
        for recipient in all.recipients {
            do throws(SealingError) {
                let before = try remembering { () throws(StoreError) in try recipient.devices() }
                guard isMeant(before) else { continue }
                recipients += 1
                let after = try change(recipient)
                isNew = isNew || after != before
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
        return StatementEffect(recipients: recipients, isNew: isNew)
    }
}
