// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushCrypto

/// What a device answers to replace a credential that its app has lost.
///
/// The relay keeps none: the nonce is a code over the device, its present credential and the time.
/// So only the relay can tell it in advance, and a proof works once, because it replaces the
/// credential on which its nonce rests (V-19).
package struct CredentialChallenge: Hashable, Sendable {
    /// The nonce that the relay answers, 32 bytes.
    package let nonce: [UInt8]
    /// What a device makes of the nonce.
    package let asked: DeviceIdentity.PossessionProof.Challenge
    /// The credential that it replaces.
    let credential: Capability.Digest

    /// How long a challenge is valid at least; it is never valid for more than twice that.
    package static let validity: Duration = .minutes(10)

    /// Makes the challenge of this moment.
    package init(
        to device: RelayDevice,
        at origin: WebOrigin,
        key: borrowing SecretBytes,
        now: Timestamp
    ) {
        var message = Array("credential".utf8)
        message.append(bigEndian: UInt64(bitPattern: device.id.number))
        message += device.credential.bytes
        message.append(bigEndian: UInt64(now.timeSince1970 / Self.validity))
        nonce = key.withBytes { key in
            HMACSHA256.code(key: key) { $0.update(message) }
        }
        credential = device.credential
        asked = DeviceIdentity.PossessionProof.Challenge(
            to: .credential,
            at: origin,
            of: device.id.text,
            nonce: nonce
        )
    }

    /// The challenge that a proof answers, or nil if it was made for another device or credential,
    /// or is too old.
    package init?(
        answeredBy proof: DeviceIdentity.PossessionProof,
        of device: RelayDevice,
        at origin: WebOrigin,
        key: borrowing SecretBytes,
        now: Timestamp
    ) {
        for moment in [now, now.advanced(by: .zero - Self.validity)] {
            self.init(to: device, at: origin, key: key, now: moment)
            if proof.answers(asked) { return }
        }
        return nil
    }
}
