// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// The secret of a drop: who has it finds the drop's box at a relay, and can open and replace it.
///
/// A pairing's link brings it. A class, so that copies of a link share one in guarded memory; it
/// prints nothing of itself.
package final class DropSecret: Sendable {
    /// The size of a secret in bytes.
    package static let count = 16

    package let bytes: SecretBytes

    /// Draws a new secret (L-1).
    package init() {
        bytes = SecretBytes(randomCount: Self.count)
    }

    /// Takes a secret of 16 bytes, or gives nil for another size; the caller wipes its own copy.
    package init?(copying bytes: Span<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = SecretBytes(copying: bytes)
    }

    /// The name of the drop at its relay.
    package var id: DropID {
        var id = [UInt8](repeating: 0, count: DropID.count)
        var target = id.mutableSpan
        withKey(salt: [UInt8]().span) { key in
            HKDF.expand(key: key, into: &target) { input in input.update(Label.dropID) }
        }
        return DropID(id)
    }

    /// Lends the pseudorandom key under a salt to `body` (HKDF-Extract).
    func withKey(salt: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        var key = SecretBytes(count: HKDF.keyCount)
        key.withMutableBytes { key in
            bytes.withBytes { secret in
                HKDF.extract(salt: salt, into: &key) { input in input.update(secret) }
            }
        }
        key.withBytes(body)
    }
}

extension DropSecret: Hashable {
    /// Whether both are the same secret, compared in constant time.
    package static func == (left: DropSecret, right: DropSecret) -> Bool {
        left.bytes.matches(right.bytes)
    }

    /// Adds nothing: a hash would tell of the secret.
    package func hash(into hasher: inout Hasher) {}
}

extension DropSecret: Redacted {}

/// The name of a drop at a relay: who knows it gets the box, which only the secret opens.
package struct DropID: Hashable, Sendable {
    /// The id, 16 bytes.
    package let bytes: [UInt8]

    /// The size of an id in bytes.
    package static let count = 16

    fileprivate init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads an id as URLs have it, or gives nil for a text that is none.
    package init?(text: String) {
        guard let bytes = try? Base64URL.decode(Array(text.utf8).span), bytes.count == Self.count
        else { return nil }
        self.bytes = bytes
    }

    /// The id as URLs have it: 22 characters of base64url.
    package var text: String { Base64URL.encode(bytes.span) }
}

extension DropID: Redacted {}
