// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
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
