// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// The public half of a sender's Ed25519 identity, idS in the specification.
///
/// The sender is a server or a person's device.
public struct SenderIdentity: Hashable, Sendable {
    /// The key that its messages and statements are verified with.
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

    /// Reads the text form: `sealedpush-sender-1:`, the key, a point and six check bytes in
    /// base64url.
    ///
    /// - Throws: ``WireError``.
    public init(text: String) throws(WireError) {
        let bytes = try CheckedText.sender.decode(text)
        try self.init(reading: bytes.span)
    }

    /// The text form, in which a typing error is noticed.
    public var text: String { CheckedText.sender.encode(bytes) }
}
