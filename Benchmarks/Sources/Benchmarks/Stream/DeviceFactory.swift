// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Makes devices that nobody has: an identity and a reusable prekey.
enum DeviceFactory {
    static func bundle() throws -> DeviceBundle {
        let identity = SigningKey()
        let record = try PrekeyRecord(
            seed: SecretBytes(randomCount: DevicePrekey.seedCount),
            signedBy: identity
        )
        return try DeviceBundle(device: DeviceIdentity(identity.publicKey), records: [record])
    }
}
