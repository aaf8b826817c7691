// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

extension DeviceKeys {
    /// Signs the first half of a device link, for another device of the same person.
    ///
    /// Senders of this device will take the other for the same person's: make sure that the
    /// identity is the one that the other device shows.
    ///
    /// - Throws: ``KeyError/wrongDevice`` for this device itself, ``KeyError/store(_:)``.
    public func offerLink(to new: DeviceIdentity) throws(KeyError) -> DeviceIdentity.LinkOffer {
        guard new != identity else { throw .wrongDevice }
        let device = try DeviceRecords.load(from: store)
        return DeviceIdentity.LinkOffer(from: device.key, to: new)
    }

    /// Signs the second half of a device link that another device has offered.
    ///
    /// - Throws: ``KeyError/wrongDevice`` if the offer is for another device,
    ///   ``KeyError/store(_:)``.
    public func accept(_ offer: DeviceIdentity.LinkOffer) throws(KeyError) -> DeviceIdentity.Link {
        let device = try DeviceRecords.load(from: store)
        guard offer.new == device.identity else { throw .wrongDevice }
        return DeviceIdentity.Link(completing: offer, with: device.key)
    }

    /// Answers the challenge of a directory or relay with a proof of the device's identity.
    ///
    /// The origin is that of the connection on which the proof is sent (W-31), never one that the
    /// challenge names.
    ///
    /// - Throws: ``KeyError/malformedChallenge``, ``KeyError/store(_:)``.
    public func possessionProof(
        to origin: String,
        challenge: [UInt8]
    ) throws(KeyError) -> DeviceIdentity.PossessionProof {
        let device = try DeviceRecords.load(from: store)
        do {
            return try DeviceIdentity.PossessionProof(
                signing: device.key,
                origin: origin,
                challenge: challenge
            )
        } catch {
            throw .malformedChallenge
        }
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
