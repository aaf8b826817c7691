// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension DeviceIdentity {
    /// A person's further or next device, vouched for by the one before.
    public struct Link: Hashable, Sendable {
        /// The earlier identity, which signs first.
        public let old: DeviceIdentity
        /// The new identity, which signs second.
        public let new: DeviceIdentity
        /// The whole statement, 193 bytes.
        public let bytes: [UInt8]

        /// The size of a statement in bytes.
        public static let count = Transfer.count

        /// Signs a statement with both identities; equal ones are a caller's bug.
        package init(
            from old: borrowing SigningKey,
            to new: borrowing SigningKey
        ) {
            bytes = Transfer.sign(label: Label.deviceLink, from: old, to: new)
            self.old = DeviceIdentity(old.publicKey)
            self.new = DeviceIdentity(new.publicKey)
        }

        /// Completes an offer with the new device's identity (W-30); another device's is a caller's
        /// bug.
        package init(completing offer: DeviceIdentity.LinkOffer, with new: borrowing SigningKey) {
            precondition(offer.new.key == new.publicKey, "the offer is for another device")
            bytes = Transfer.complete(offer.bytes, label: Label.deviceLink, with: new)
            old = offer.old
            self.new = offer.new
        }

        /// Reads and verifies a statement; nothing may follow it.
        ///
        /// - Throws: ``WireError``.
        public init(reading bytes: Span<UInt8>) throws(WireError) {
            let transfer = try Transfer(reading: bytes, label: Label.deviceLink)
            old = DeviceIdentity(transfer.old)
            new = DeviceIdentity(transfer.new)
            self.bytes = [UInt8](copying: bytes)
        }

        /// Reads the text form: `sealedpush-link-1:`, the statement, a point and six check bytes in
        /// base64url.
        ///
        /// - Throws: ``WireError``.
        public init(text: String) throws(WireError) {
            let bytes = try CheckedText.deviceLink.decode(text)
            try self.init(reading: bytes.span)
        }

        /// The text form, in which a typing error is noticed.
        public var text: String { CheckedText.deviceLink.encode(bytes) }
    }
}
