// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushCrypto

/// What a device signs to replace a credential that its app has lost.
///
/// The relay keeps none: it is a code over the device, its present credential and the time. So a
/// proof works once,
/// because it replaces the credential on which its challenge rests.
package struct CredentialChallenge: Hashable, Sendable {
    /// The challenge, 32 bytes.
    package let bytes: [UInt8]
    /// The credential that it replaces.
    let credential: Capability.Digest

    /// How long a challenge is valid at least; it is never valid for more than twice that.
    package static let validity: Duration = .minutes(10)

    /// Makes the challenge of this moment.
    package init(to device: RelayDevice, key: borrowing SecretBytes, at now: Timestamp) {
        var message = Array("credential".utf8)
        message.append(bigEndian: UInt64(bitPattern: device.id.number))
        message += device.credential.bytes
        message.append(bigEndian: UInt64(now.timeSince1970 / Self.validity))
        bytes = key.withBytes { key in
            HMACSHA256.code(key: key) { $0.update(message) }
        }
        credential = device.credential
    }

    /// The challenge that a proof answers, or nil if it was made for another device or credential,
    /// or is too old.
    package init?(
        answeredBy proof: DeviceIdentity.PossessionProof,
        of device: RelayDevice,
        key: borrowing SecretBytes,
        at now: Timestamp
    ) {
        for moment in [now, now.advanced(by: .zero - Self.validity)] {
            self.init(to: device, key: key, at: moment)
            if bytes == proof.challenge { return }
        }
        return nil
    }
}
