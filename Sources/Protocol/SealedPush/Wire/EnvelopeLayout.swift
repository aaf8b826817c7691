// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Where the fields of an envelope and of its plaintext stand.
///
///     version 1 | prekey id 8 | message id 16 | encapsulated key 1120 | ciphertext | tag 16
///     signature 64 | created u64 | ttl u32 | sender 32 | content length u16 | content | zero
///     padding
package enum EnvelopeLayout {
    package static let version: UInt8 = 1
    package static let prekeyID = 1..<9
    package static let messageID = 9..<25
    package static let encapsulatedKey = 25..<25 + XWing.encapsulatedKeyCount

    /// Everything before the ciphertext, which the cipher authenticates beside it: 1145 bytes.
    package static let associatedDataCount = encapsulatedKey.upperBound

    /// What an envelope is longer than its content if it is not padded: 1271 bytes.
    package static let overhead =
        associatedDataCount + PlaintextLayout.content + ChaCha20Poly1305.tagCount

    /// The longest envelope that is read, in bytes (M-26).
    package static let maximumCount = 3774
    /// The longest text that is read: the longest envelope in base64url.
    package static let maximumTextCount = 5032
}

/// Where the fields of the plaintext stand.
package enum PlaintextLayout {
    package static let signature = 0..<64
    package static let created = 64
    package static let timeToLive = 72
    package static let sender = 76..<108
    package static let contentLength = 108
    package static let content = 110
}
