// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The published identities of the test vectors and the documents, whose private keys everybody
/// has.
///
/// Whatever is signed by one of them proves nothing, and whatever is sealed to one of them can be
/// read by anyone: tools refuse them unless they are told to take them.
package enum TestIdentities {
    /// Whether `identity`, 32 bytes, is one of them.
    package static func contains(_ identity: [UInt8]) -> Bool {
        all.contains(identity)
    }

    /// The public keys of `keys/phone-1.json`, `phone-2`, `server-1`, `server-2` and `person-1`, in
    /// this order.
    package static let all: [[UInt8]] = [
        "69657e8351e7814cc2f46c7a53132d37510af6c3869a341fc9d4e65c4c3d8964",
        "1a2eb37c070576c83fc17624b9bb5ade90b4e1dcd91146f55f83b9b6d05832b1",
        "6bb4e720f2a367299d5c1c5ec86f31172d25a5ec2980b866104b95eb1ea0db56",
        "09bf539d85283249678086069f90e7a564a115c4ced98fea5b1330b05fb60d72",
        "ac55b856c38abc2a69eb00bc7c433520964a7512a29764d0948da60c024aefb1",
    ].compactMap(Hex.decode)
}
