// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An X-Wing public key whose both halves were checked.
public struct XWingPublicKey: Sendable {
    private let key: XWingMLKEM768X25519.PublicKey

    /// The key, 1216 bytes.
    public let bytes: [UInt8]

    /// Takes a public key of 1216 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``, ``CryptoError/invalidPublicKey`` for a
    ///   coefficient of 3329 or more, ``CryptoError/lowOrderPoint`` for the X25519 half.
    public init(reading bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == XWing.publicKeyCount else {
            throw .wrongLength(expected: XWing.publicKeyCount, got: bytes.count)
        }
        guard XWing.hasReducedCoefficients(bytes) else { throw .invalidPublicKey }
        guard !X25519.isLowOrder(bytes.extracting(last: X25519.keyCount)) else {
            throw .lowOrderPoint
        }
        let copy = [UInt8](copying: bytes)
        do {
            key = try XWingMLKEM768X25519.PublicKey(rawRepresentation: copy)
        } catch {
            throw .invalidPublicKey
        }
        self.bytes = copy
    }

    /// Makes a fresh secret, written into the 32 bytes of `secret`, and the bytes that carry it.
    func encapsulate(into secret: inout MutableSpan<UInt8>) throws(CryptoError) -> [UInt8] {
        let result: KEM.EncapsulationResult
        do {
            result = try key.encapsulate()
        } catch {
            throw .unavailable
        }
        unsafe result.sharedSecret.withUnsafeBytes { bytes in
            unsafe secret.copy(from: Span(_unsafeBytes: bytes))
        }
        return [UInt8](result.encapsulated)
    }
}

extension XWingPublicKey: Hashable {
    /// Whether both are the same key.
    public static func == (first: XWingPublicKey, second: XWingPublicKey) -> Bool {
        first.bytes == second.bytes
    }

    /// Feeds the key's bytes to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}
