// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushContacts
public import SealedPushStore

extension DeviceKeys {
    /// Answers a relay with a proof of the device's identity, which is good for nothing else
    /// (V-22).
    ///
    /// - Parameters:
    ///   - purpose: What the proof is for.
    ///   - origin: That of the connection on which the proof is sent (V-20), never one that the
    ///     relay names.
    ///   - name: The device's name in that relay's URLs.
    ///   - nonce: What the relay has pushed or answered, 32 bytes.
    /// - Returns: The proof.
    /// - Throws: ``KeyError/malformedChallenge``, ``KeyError/store(_:)``.
    public func possessionProof(
        for purpose: DeviceIdentity.PossessionPurpose,
        at origin: String,
        of name: String,
        nonce: [UInt8]
    ) throws(KeyError) -> DeviceIdentity.PossessionProof {
        let challenge: DeviceIdentity.PossessionProof.Challenge
        do {
            challenge = try DeviceIdentity.PossessionProof.Challenge(
                to: purpose,
                at: origin,
                of: name,
                nonce: nonce
            )
        } catch {
            throw .malformedChallenge
        }
        let device = try DeviceRecords.load(from: store)
        return DeviceIdentity.PossessionProof(signing: device.key, answering: challenge)
    }

    /// Writes the device's retirement to its store, if it is missing there, so that a backup has
    /// it.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func keepRetirement() throws(KeyError) {
        try DeviceRecords.keepRetirement(in: store)
    }

    /// The retirements in a store: of its own device and, after a restore, of the devices before
    /// it.
    ///
    /// - Throws: ``KeyError/store(_:)``, also if one cannot be read.
    public static func retirements(in store: RecordStore) throws(KeyError) -> [DeviceIdentity
        .Retirement]
    {
        try DeviceRecords.retirements(in: store)
    }
}

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

    /// Signs an answer to a link; nil for an endpoint that is not the link's relay, `/e/` and 43
    /// characters, for a name that answers can't have, and for a link of this device's own key.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    package func answer(
        to link: PairingLink,
        at endpoint: String,
        as name: String
    ) throws(KeyError) -> PairingAnswer? {
        let device = try DeviceRecords.load(from: store)
        return try? PairingAnswer(
            signing: device.key,
            to: link,
            endpoint: endpoint,
            topic: topic,
            name: name
        )
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
