// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension SenderIdentity {
    /// A sender's next identity, named by the one before.
    public struct Succession: Hashable, Sendable {
        /// The earlier identity, which signs first.
        public let old: SenderIdentity
        /// The next identity, which signs second.
        public let new: SenderIdentity
        /// The whole statement, 193 bytes.
        public let bytes: [UInt8]

        /// The size of a statement in bytes.
        public static let count = Transfer.count

        /// Signs a statement with both identities; equal ones are a caller's bug.
        package init(
            from old: borrowing SigningKey,
            to new: borrowing SigningKey
        ) {
            bytes = Transfer.sign(label: Label.succession, from: old, to: new)
            self.old = SenderIdentity(old.publicKey)
            self.new = SenderIdentity(new.publicKey)
        }

        /// Reads and verifies a statement; nothing may follow it.
        ///
        /// - Throws: ``WireError``.
        public init(reading bytes: Span<UInt8>) throws(WireError) {
            let transfer = try Transfer(reading: bytes, label: Label.succession)
            old = SenderIdentity(transfer.old)
            new = SenderIdentity(transfer.new)
            self.bytes = [UInt8](copying: bytes)
        }

        /// Reads the text form: `sealedpush-succession-1:`, the statement, a point and six check
        /// bytes in base64url.
        ///
        /// - Throws: ``WireError``.
        public init(text: String) throws(WireError) {
            let bytes = try CheckedText.succession.decode(text)
            try self.init(reading: bytes.span)
        }

        /// The text form, in which a typing error is noticed.
        public var text: String { CheckedText.succession.encode(bytes) }
    }
}
