// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushCrypto
import SealedPushStore

extension PairedRecipients {
    /// Gives a recipient another label, which is no other's label or key.
    ///
    /// - Throws: ``KeyError/labelRefused``, ``KeyError/labelTaken``, ``KeyError/unknownRecipient``,
    ///   ``KeyError/store(_:)``.
    package func rename(
        _ key: String,
        to label: String,
        at now: Timestamp
    ) throws(KeyError) {
        guard 1...PairedRecipient.maximumLabelCount ~= label.utf8.count,
            NameText.cleaned(label).utf8.elementsEqual(label.utf8)
        else { throw .labelRefused }
        let isTaken = try list(at: now).recipients.contains { recipient in
            recipient.key != key && [recipient.label, recipient.key].contains(label)
        }
        guard !isTaken, label != PairedRecipient.everyone else { throw .labelTaken }
        try change(key) { record throws(KeyError) in record.label = label }
    }

    /// Removes a recipient whole: a person has removed all its devices for ever (V-30).
    ///
    /// - Returns: The number of its devices.
    /// - Throws: ``KeyError/unknownRecipient``, ``KeyError/store(_:)``; it may be called again
    ///   then.
    @discardableResult
    package func remove(_ key: String, at now: Timestamp) throws(KeyError) -> Int {
        let recipient: PairedRecipient
        do throws(KeyError) {
            recipient = try current(key, at: now)
        } catch .unknownRecipient {
            // A run may have been stopped that was about to delete it.
            try append(to: key) { _ in nil }
            throw .unknownRecipient
        }
        let removed = try storing { () throws(StoreError) in
            let stored = StoredRecipient(key, in: store)
            let devices = Set(try stored.devices().listed + recipient.devices.map(\.identity))
            for device in devices {
                _ = try stored.noteRemoval(of: device)
                try stored.edit { $0.remove(device) }
            }
            return devices.count
        }
        try append(to: key) { _ in [] }
        return removed
    }

    /// The private key by which relays know the sender at endpoints that are bound to one: made at
    /// the first call, and then the same for ever, also after a succession.
    ///
    /// - Parameter make: Makes a new one.
    /// - Returns: The key.
    /// - Throws: ``KeyError/senderDamaged``, ``KeyError/store(_:)``.
    package func endpointKey(
        making make: () -> SecretBytes
    ) throws(KeyError) -> SecretBytes {
        let id = SenderRecords.endpointKeyID(of: sender)
        do throws(StoreError) {
            if let key = try store.readSecret(.senders, id: id) { return key }
            let new = make()
            let isNew = try new.withBytes { bytes throws(StoreError) in
                try store.create(.senders, id: id, contents: bytes)
            }
            guard !isNew else { return new }
            guard let key = try store.readSecret(.senders, id: id) else { throw .corrupted }
            return key
        } catch .corrupted {
            throw .senderDamaged
        } catch {
            throw .store(error)
        }
    }
}
