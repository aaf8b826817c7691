// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import SealedPushCrypto

/// An unguessable value that grants access to its bearer: 32 random bytes.
///
/// An endpoint's URL, a device's credential and an activation code are capabilities. The relay stores only
/// the digest, so a copy of the database grants nothing.
package struct Capability: Sendable {
    /// The value, 32 bytes; it is shown to its owner once and never stored or logged.
    package let bytes: [UInt8]

    /// The size of a value in bytes.
    package static let count = 32

    /// Makes a new random value.
    package init() {
        bytes = Randomness.bytes(Self.count)
    }

    /// Takes a value of 32 bytes, or gives nil.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    /// Reads the text of a URL or a header: 43 characters of base64url; nil for any other text.
    package init?(text: String) {
        guard let bytes = try? Base64URL.decode(Array(text.utf8).span) else { return nil }
        self.init(bytes)
    }

    /// The value as base64url.
    package var text: String { Base64URL.encode(bytes.span) }

    /// The digest under which the relay stores it.
    package var digest: Digest { Digest(of: self) }

    /// SHA-256 of a capability.
    ///
    /// The value is random, so a plain hash keeps it: there is nothing to guess.
    package struct Digest: Hashable, Sendable {
        /// The hash, 32 bytes.
        package let bytes: [UInt8]

        init(of capability: Capability) {
            bytes = SHA256.hash(capability.bytes.span)
        }

        /// The digest of the challenge that a code is the nonce of, as a proof shows it.
        init(ofChallenge challenge: [UInt8]) {
            bytes = SHA256.hash(challenge.span)
        }

        /// Takes a stored hash, or gives nil if it has not 32 bytes.
        package init?(stored bytes: [UInt8]) {
            guard bytes.count == SHA256.digestCount else { return nil }
            self.bytes = bytes
        }
    }
}

extension Capability: Redacted {}
