// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The private keys of the published test identities, made again from the texts that
/// `keys/README.md` names.
enum PublishedKeys {
    static func signingKey(_ name: String) throws(VectorFault) -> SigningKey {
        let seed = hash("identity \(name)")
        guard let key = try? SigningKey(seed: SecretBytes(copying: seed.span)),
            TestIdentities.contains(key.publicKey.bytes)
        else { throw VectorFault("no published identity \(name)") }
        return key
    }

    static func identity(_ name: String) throws(VectorFault) -> [UInt8] {
        try signingKey(name).publicKey.bytes
    }

    /// The sender secret, 32 bytes.
    static func secret(_ name: String) -> [UInt8] { hash("secret \(name)") }

    /// The seed of a device's prekey, such as `reusable`.
    static func prekeySeed(_ prekey: String, of device: String) -> [UInt8] {
        hash("prekey \(device) \(prekey)")
    }

    private static func hash(_ text: String) -> [UInt8] {
        let bytes = Array("SealedPush published test \(text)".utf8)
        return SHA256.hash(bytes.span)
    }
}
