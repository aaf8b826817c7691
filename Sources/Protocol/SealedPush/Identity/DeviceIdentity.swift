// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// The public half of a receiving device's Ed25519 identity, idR in the specification.
public struct DeviceIdentity: Hashable, Sendable {
    /// The key that its records and statements are verified with.
    package let key: VerifyingKey

    /// The key, 32 bytes.
    public var bytes: [UInt8] { key.bytes }

    /// The size of an identity in bytes.
    public static let count = 32

    /// Takes a key that was checked.
    package init(_ key: VerifyingKey) {
        self.key = key
    }

    /// Takes 32 bytes from outside.
    ///
    /// - Throws: ``WireError/malformed``, ``WireError/identityRefused``.
    public init(reading bytes: Span<UInt8>) throws(WireError) {
        key = try VerifyingKey(identity: bytes)
    }
}

extension VerifyingKey {
    init(identity bytes: Span<UInt8>) throws(WireError) {
        guard bytes.count == Ed25519.publicKeyCount else { throw .malformed }
        do {
            try self.init(reading: bytes)
        } catch {
            throw .identityRefused
        }
    }
}
