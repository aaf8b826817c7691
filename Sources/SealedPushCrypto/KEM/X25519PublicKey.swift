// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// An X25519 public key that is none of the refused encodings.
public struct X25519PublicKey: Hashable, Sendable {
    /// The u-coordinate, 32 bytes, little-endian, as it was given.
    public let bytes: [UInt8]

    /// Takes a u-coordinate, 32 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``, ``CryptoError/lowOrderPoint``.
    public init(reading bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == X25519.keyCount else {
            throw .wrongLength(expected: X25519.keyCount, got: bytes.count)
        }
        guard !X25519.isLowOrder(bytes) else { throw .lowOrderPoint }
        self.bytes = [UInt8](copying: bytes)
    }

    /// Takes a point that this module computed.
    init(computed bytes: [UInt8]) {
        self.bytes = bytes
    }
}
