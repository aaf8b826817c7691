// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

extension DeviceKeys {
    /// Vouches for a person's further or next device, which has yet to sign: the first half of a device link.
    ///
    /// Whoever knows this device will take the other for the same person's: make sure that the identity is the one
    /// that the other device shows.
    ///
    /// - Throws: ``KeyError/wrongDevice`` for this device itself, ``KeyError/store(_:)``.
    public func offerLink(to new: DeviceIdentity) throws(KeyError) -> DeviceLinkOffer {
        guard new != identity else { throw .wrongDevice }
        let device = try DeviceRecords.load(from: store)
        return DeviceLinkOffer(from: device.key, to: new)
    }

    /// Signs what another device has offered to this one: the second half of a device link.
    ///
    /// - Throws: ``KeyError/wrongDevice`` where the offer is for another device, ``KeyError/store(_:)``.
    public func accept(_ offer: DeviceLinkOffer) throws(KeyError) -> DeviceLink {
        let device = try DeviceRecords.load(from: store)
        guard offer.new == device.identity else { throw .wrongDevice }
        return DeviceLink(completing: offer, with: device.key)
    }

    /// Answers the challenge of a directory or a relay: this is the device.
    ///
    /// The origin is that of the connection on which the proof is sent (W-31), never one that the
    /// challenge names.
    ///
    /// - Throws: ``KeyError/malformedChallenge``, ``KeyError/store(_:)``.
    public func possessionProof(
        to origin: String,
        challenge: [UInt8]
    ) throws(KeyError) -> PossessionProof {
        let device = try DeviceRecords.load(from: store)
        do {
            return try PossessionProof(signing: device.key, origin: origin, challenge: challenge)
        } catch {
            throw .malformedChallenge
        }
    }

    /// Keeps the retirement of the device in its store, where it is not there: a backup takes it
    /// along.
    ///
    /// - Throws: ``KeyError/store(_:)``.
    public func keepRetirement() throws(KeyError) {
        try DeviceRecords.keepRetirement(in: store)
    }

    /// The retirements that a store keeps: of its own device, and in one that was restored from a backup, of those
    /// before it.
    ///
    /// - Throws: ``KeyError/store(_:)``, also where one can't be read.
    public static func retirements(in store: RecordStore) throws(KeyError) -> [DeviceRetirement] {
        try DeviceRecords.retirements(in: store)
    }
}
