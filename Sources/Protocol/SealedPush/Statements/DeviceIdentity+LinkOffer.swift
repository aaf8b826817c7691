// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension DeviceIdentity {
    /// A device link on its way from the old device to the new one, which has yet to sign it.
    ///
    /// The two keys live on two machines: the old device makes the offer for an identity that a
    /// person has shown it, the new one completes it, and then the link is for the senders of that
    /// person's messages.
    public struct LinkOffer: Hashable, Sendable {
        /// The device that offers and has signed.
        public let old: DeviceIdentity
        /// The device that gets the offer and has not signed yet.
        public let new: DeviceIdentity
        /// The whole offer, 129 bytes: what the link begins with.
        public let bytes: [UInt8]

        /// The size of an offer in bytes.
        public static let count = Transfer.offerCount

        /// Signs an offer with the old identity; one to itself is a caller's bug.
        package init(from old: borrowing SigningKey, to new: DeviceIdentity) {
            bytes = Transfer.offer(label: Label.deviceLink, from: old, to: new.key)
            self.old = DeviceIdentity(old.publicKey)
            self.new = new
        }

        /// Reads and verifies an offer; nothing may follow it.
        ///
        /// - Throws: ``WireError``.
        public init(reading bytes: Span<UInt8>) throws(WireError) {
            let transfer = try Transfer(reading: bytes, label: Label.deviceLink, isOffer: true)
            old = DeviceIdentity(transfer.old)
            new = DeviceIdentity(transfer.new)
            self.bytes = [UInt8](copying: bytes)
        }

        /// Reads the text form: `sealedpush-link-offer-1:`, the offer, a point and six check bytes
        /// in base64url.
        ///
        /// - Throws: ``WireError``.
        public init(text: String) throws(WireError) {
            let bytes = try CheckedText.linkOffer.decode(text)
            try self.init(reading: bytes.span)
        }

        /// The text form, in which a typing error is noticed.
        public var text: String { CheckedText.linkOffer.encode(bytes) }
    }
}
