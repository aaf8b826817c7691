// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What tells one envelope from another: the first 16 bytes of SHA-256 over all of it.
///
/// The ciphertext is part of it: who has got hold of a prekey can seal other content under the same
/// head, and must not take the place of the message that the head was made for.
package struct EnvelopeHash: Hashable, Sendable {
    /// The hash, 16 bytes.
    package let bytes: [UInt8]

    /// The size of a hash in bytes.
    package static let count = 16

    /// Takes a hash of 16 bytes; another size is a caller's bug.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.count, "the hash has 16 bytes")
        self.bytes = bytes
    }

    /// Hashes the bytes of an envelope.
    package init(of envelope: Span<UInt8>) {
        bytes = Array(SHA256.hash(envelope).prefix(Self.count))
    }
}

extension EnvelopeHash: CustomStringConvertible {
    /// The hash in lower-case hex.
    package var description: String { Hex.encode(bytes.span) }
}
