// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// The keys that encrypt push tokens in the database; they come from a file, never from the database.
///
/// Each key has a number from 0 to 255, which stands before every sealed token. New tokens are sealed with the
/// current key, and the older ones stay readable until a rotation has sealed them again.
package final class TokenKeyRing: Sendable {
    /// The number of the key that seals.
    package let current: UInt8
    private let keys: [UInt8: Key]

    // A dictionary needs a copyable value.
    private final class Key: Sendable {
        let bytes: SecretBytes

        init(_ bytes: consuming SecretBytes) {
            self.bytes = bytes
        }
    }

    /// Why a sealed token cannot be opened; none holds a token.
    package enum OpeningError: Error, Hashable {
        /// It was sealed with the key of this number, which the ring does not have.
        case keyMissing(UInt8)
        /// It is damaged, or it belongs to another device, app, environment or version.
        case cannotOpen
    }

    /// Takes the current key, 32 bytes, and its number.
    package convenience init(current number: UInt8, _ key: consuming SecretBytes) {
        self.init(current: number, keys: [number: Key(key)])
    }

    private init(current: UInt8, keys: [UInt8: Key]) {
        for key in keys.values {
            precondition(key.bytes.count == XChaCha20Poly1305.keyCount, "a token key has 32 bytes")
        }
        self.current = current
        self.keys = keys
    }

    /// A ring that can also open what the key of another number has sealed.
    package func adding(_ number: UInt8, _ key: consuming SecretBytes) -> TokenKeyRing {
        precondition(keys[number] == nil, "a key's number occurs once")
        var keys = keys
        keys[number] = Key(key)
        return TokenKeyRing(current: current, keys: keys)
    }

    /// Encrypts a token: key number, random nonce, ciphertext and tag, 41 bytes longer than the token.
    package func seal(_ token: [UInt8], for context: TokenContext) -> [UInt8] {
        guard let key = keys[current] else { preconditionFailure("the current key is in the ring") }
        let nonce = Randomness.bytes(XChaCha20Poly1305.nonceCount)
        var ciphertext = [UInt8](repeating: 0, count: token.count + Self.tagCount)
        var span = ciphertext.mutableSpan
        key.bytes.withBytes { key in
            XChaCha20Poly1305.seal(
                token.span,
                key: key,
                nonce: nonce.span,
                authenticating: context.associatedData(keyNumber: current).span,
                into: &span
            )
        }
        return [current] + nonce + ciphertext
    }

    /// Decrypts a sealed token.
    package func open(
        _ sealed: [UInt8],
        for context: TokenContext
    ) throws(OpeningError) -> [UInt8] {
        guard let number = sealed.first, sealed.count >= Self.overhead else { throw .cannotOpen }
        guard let key = keys[number] else { throw .keyMissing(number) }
        var token = [UInt8](repeating: 0, count: sealed.count - Self.overhead)
        var span = token.mutableSpan
        do {
            try key.bytes.withBytes { key throws(CryptoError) in
                try XChaCha20Poly1305.open(
                    sealed.span.extracting(Self.head...),
                    key: key,
                    nonce: sealed.span.extracting(1..<Self.head),
                    authenticating: context.associatedData(keyNumber: number).span,
                    into: &span
                )
            }
        } catch {
            throw .cannotOpen
        }
        return token
    }

    /// Encrypts a token again with the current key, or gives nil if the current key has sealed it.
    package func rekey(
        _ sealed: [UInt8],
        for context: TokenContext
    ) throws(OpeningError) -> [UInt8]? {
        guard sealed.first != current else { return nil }
        return seal(try open(sealed, for: context), for: context)
    }

    private static let tagCount = 16
    private static let head = 1 + XChaCha20Poly1305.nonceCount
    private static let overhead = head + tagCount
}

/// What a push token belongs to: the associated data of its encryption.
///
/// A sealed token that is moved to the row of another device, app, environment or version cannot be opened.
package struct TokenContext: Hashable, Sendable {
    /// The device that registered the token.
    package let device: DeviceID
    /// The app and the environment of the push service.
    package let app: AppEnvironment
    /// The number of the token among those of its device.
    package let version: TokenVersion

    package init(device: DeviceID, app: AppEnvironment, version: TokenVersion) {
        self.device = device
        self.app = app
        self.version = version
    }

    /// The associated data: the key's number, then each part with its length.
    func associatedData(keyNumber: UInt8) -> [UInt8] {
        var data = [keyNumber]
        data.reserveCapacity(128)
        data.append(lengthPrefixed: UInt64(bitPattern: device.number))
        data.append(lengthPrefixed: app.app.utf8)
        data.append(lengthPrefixed: app.environment.rawValue.utf8)
        data.append(lengthPrefixed: version.number)
        return data
    }
}

extension [UInt8] {
    /// Adds the length of `part` in two bytes, then `part`; more than 65,535 bytes are a caller's bug.
    mutating func append(lengthPrefixed part: some Collection<UInt8>) {
        precondition(part.count <= UInt16.max, "a part with a u16 length has at most 65,535 bytes")
        append(bigEndian: UInt16(part.count))
        self += part
    }

    /// Adds the size of `number` in two bytes, then `number`, the highest byte first.
    mutating func append(lengthPrefixed number: some FixedWidthInteger & UnsignedInteger) {
        append(bigEndian: UInt16(number.bitWidth / 8))
        append(bigEndian: number)
    }
}

/// A code that two registrations share exactly if they have the same push token for the same app.
///
/// It is an HMAC, so a copy of the database cannot be searched for a known token.
package struct TokenFingerprint: Hashable, Sendable {
    /// The code, 32 bytes.
    package let bytes: [UInt8]

    /// Takes a stored code, or gives nil if it has not 32 bytes.
    package init?(stored bytes: [UInt8]) {
        guard bytes.count == HMACSHA256.codeCount else { return nil }
        self.bytes = bytes
    }

    /// Computes the code of a token with the relay's fingerprint key.
    package init(
        of token: [UInt8],
        for app: AppEnvironment,
        key: borrowing SecretBytes
    ) {
        var message: [UInt8] = []
        message.append(lengthPrefixed: app.app.utf8)
        message.append(lengthPrefixed: app.environment.rawValue.utf8)
        message.append(lengthPrefixed: token)
        bytes = key.withBytes { key in
            HMACSHA256.code(key: key) { $0.update(message) }
        }
    }
}
