// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What a sender signs: `label | SHA-512(info) | associated data | everything after the signature`.
///
/// The associated data holds the encapsulated key and info the record, so a signature that leaks
/// with a prekey can't be moved to another message, device or prekey.
enum SignedMessage {
    static func count(associatedData: Int, rest: Int) -> Int {
        Label.message.count + SHA512.digestCount + associatedData + rest
    }

    static func write(
        info: [UInt8],
        associatedData: Span<UInt8>,
        rest: Span<UInt8>,
        into message: inout MutableSpan<UInt8>
    ) {
        message.copy(from: Label.message)
        var offset = Label.message.count
        message.withMutableBytes(from: offset, count: SHA512.digestCount) { digest in
            SHA512.hash(info.span, into: &digest)
        }
        offset += SHA512.digestCount
        message.copy(from: associatedData, at: offset)
        message.copy(from: rest, at: offset + associatedData.count)
    }
}
