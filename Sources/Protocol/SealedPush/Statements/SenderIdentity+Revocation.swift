// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension SenderIdentity {
    /// A sender's last word: its identity is not to be believed any more.
    public struct Revocation: Hashable, Sendable {
        /// The sender that is revoked.
        public let sender: SenderIdentity
        /// The whole statement, 97 bytes.
        public let bytes: [UInt8]

        private static let fieldsCount = 1 + SenderIdentity.count

        /// The size of a statement in bytes.
        public static let count = fieldsCount + Ed25519.signatureCount

        /// Signs the revocation of a sender with its identity.
        package init(signing identity: borrowing SigningKey) {
            let fields = [Transfer.version] + identity.publicKey.bytes
            sender = SenderIdentity(identity.publicKey)
            bytes = fields + identity.signature(for: (Label.revocation + fields).span)
        }

        /// Reads and verifies a statement; nothing may follow it.
        ///
        /// - Throws: ``WireError``.
        public init(reading bytes: Span<UInt8>) throws(WireError) {
            guard bytes.count >= 1 else { throw .malformed }
            guard bytes[0] == Transfer.version else { throw .unknownVersion }
            guard bytes.count == Self.count else { throw .malformed }
            sender = try SenderIdentity(reading: bytes.extracting(1..<33))
            let signed =
                Label.revocation + [UInt8](copying: bytes.extracting(first: Self.fieldsCount))
            guard sender.key.isValidSignature(bytes.extracting(last: 64), for: signed.span) else {
                throw .wrongSignature
            }
            self.bytes = [UInt8](copying: bytes)
        }

        /// Reads the text form: `sealedpush-revocation-1:`, the statement, a point and six check
        /// bytes in base64url.
        ///
        /// - Throws: ``WireError``.
        public init(text: String) throws(WireError) {
            let bytes = try CheckedText.revocation.decode(text)
            try self.init(reading: bytes.span)
        }

        /// The text form, in which a typing error is noticed.
        public var text: String { CheckedText.revocation.encode(bytes) }
    }
}
