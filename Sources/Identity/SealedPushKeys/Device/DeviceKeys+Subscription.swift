// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushContacts
import SealedPushStore

extension DeviceKeys {
    /// Signs that a sender reaches this device at an endpoint, for one recipient of that sender.
    ///
    /// The app signs for each endpoint that it makes, and again for its sender's next identity. It
    /// asks its own backend, to which the user is logged in, for `sender` and `recipient`, and
    /// gives the statement to that backend. It never signs because of a push or a relay (S-19).
    ///
    /// - Throws: ``KeyError/senderSilenced`` for a sender whom the device's contacts have as
    ///   blocked
    ///   or revoked, ``KeyError/malformedSubscription``, ``KeyError/store(_:)``.
    public func subscription(
        at endpoint: String,
        for sender: SenderIdentity,
        as recipient: String
    ) throws(KeyError) -> DeviceIdentity.Subscription {
        try checkSubscriber(sender)
        let device = try DeviceRecords.load(from: store)
        do throws(WireError) {
            return try DeviceIdentity.Subscription(
                signing: device.key,
                endpoint: endpoint,
                sender: sender,
                recipient: recipient,
                topic: topic
            )
        } catch {
            throw .malformedSubscription
        }
    }

    /// Refuses a sender whose messages the device does not show, before an endpoint is made for it.
    ///
    /// - Throws: ``KeyError/senderSilenced``, ``KeyError/store(_:)``.
    public func checkSubscriber(_ sender: SenderIdentity) throws(KeyError) {
        let contacts = ContactBook(store)
        do throws(ContactError) {
            let status = try contacts.status(of: sender.bytes)
            let isRevoked = try contacts.isRevoked(sender.bytes)
            guard isRevoked || status?.isSilenced == true else { return }
        } catch {
            guard case .store(let error) = error else { throw .store(.corrupted) }
            throw .store(error)
        }
        throw .senderSilenced
    }
}
