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

/// The secret keys of a sender: its Ed25519 identity, and the 32-byte secret made with it.
///
/// A class, so that workers share one copy in guarded memory; it prints nothing of itself.
public final class SenderKeys: Sendable {
    /// The private half of the identity.
    package let signingKey: SigningKey
    /// Makes message ids, ephemerals and collapse ids depend on something that only the sender
    /// knows.
    package let secret: SecretBytes

    /// The public half, by which devices know the sender.
    public let identity: SenderIdentity

    /// The size of the sender secret in bytes.
    public static let secretCount = 32

    /// Makes a new sender.
    public convenience init() {
        self.init(
            signingKey: SigningKey(),
            checkedSecret: SecretBytes(randomCount: Self.secretCount)
        )
    }

    /// Takes a sender that was stored.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)`` for the secret.
    package convenience init(
        signingKey: consuming SigningKey,
        secret: consuming SecretBytes
    ) throws(CryptoError) {
        guard secret.count == Self.secretCount else {
            throw .wrongLength(expected: Self.secretCount, got: secret.count)
        }
        self.init(signingKey: signingKey, checkedSecret: secret)
    }

    private init(signingKey: consuming SigningKey, checkedSecret secret: consuming SecretBytes) {
        identity = SenderIdentity(signingKey.publicKey)
        self.signingKey = signingKey
        self.secret = secret
    }
}

extension SenderKeys: Redacted {}
