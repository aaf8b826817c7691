// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Where the fields of an envelope and of its plaintext stand.
///
///     format 1 | suite 1 | flags 1 | reserved 1 | prekey id 8 | message id 16 | encapsulated key | ciphertext | tag 16
///     signature 64 | created u64 | ttl u32 | sender 32 | content length u16 | content | zero padding
package enum EnvelopeLayout {
    package static let format: UInt8 = 1
    package static let prekeyID = 4..<12
    package static let messageID = 12..<28
    package static let encapsulatedKey = 28

    /// Everything before the ciphertext, which is what the cipher authenticates beside it.
    package static func associatedDataCount(of suite: Suite) -> Int {
        encapsulatedKey + suite.encapsulatedKeyCount
    }

    /// What an envelope is longer than its content when it is not padded: 186 or 1274 bytes.
    package static func overhead(of suite: Suite) -> Int {
        associatedDataCount(of: suite) + PlaintextLayout.content + ChaCha20Poly1305.tagCount
    }

    /// The longest envelope that is read, in bytes.
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
