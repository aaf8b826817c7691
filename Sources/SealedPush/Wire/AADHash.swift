// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What tells one envelope from another: the first 16 bytes of SHA-256 over its associated data.
///
/// The associated data covers every byte before the ciphertext, the encapsulated key included. A sender can make two
/// envelopes that share it only on purpose, and then harms only its own messages.
public struct AADHash: Hashable, Sendable {
    /// The hash, 16 bytes.
    public let bytes: [UInt8]

    /// The size of a hash in bytes.
    public static let count = 16

    /// Takes a hash of 16 bytes; another size is a caller's bug.
    public init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.count, "the hash has 16 bytes")
        self.bytes = bytes
    }

    /// Hashes an envelope's associated data.
    public init(of associatedData: Span<UInt8>) {
        bytes = Array(SHA256.hash(associatedData).prefix(Self.count))
    }
}

extension AADHash: CustomStringConvertible {
    /// The hash in lower-case hex.
    public var description: String { Hex.encode(bytes.span) }
}
