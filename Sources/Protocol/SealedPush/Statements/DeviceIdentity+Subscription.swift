// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension DeviceIdentity {
    /// A device's word that a sender reaches it at an endpoint, for one recipient of that sender.
    ///
    /// The app gives it to the sender's backend. No device is named that has not signed for
    /// this sender and recipient, so neither another user nor a relay can put one in the place of
    /// another. It has no end of its own: its endpoint ends.
    public struct Subscription: Hashable, Sendable {
        /// The device, which has signed.
        public let device: DeviceIdentity
        /// The sender that it is for.
        public let sender: SenderIdentity
        /// The sender's name for whose device it is: 1 to 64 bytes without control characters.
        public let recipient: String
        /// The app.
        public let topic: Topic
        /// The URL at the device's relay, a secret.
        public let endpoint: String
        /// The relay, as the endpoint names it.
        package let origin: WebOrigin
        /// The whole statement.
        public let bytes: [UInt8]

        /// The limit of an endpoint in bytes.
        public static let maximumEndpointCount = 512
        /// The limit of a recipient's name in bytes of UTF-8.
        public static let maximumRecipientCount = 64

        private static let headCount = 1 + DeviceIdentity.count + SenderIdentity.count

        /// Signs a subscription with the device's identity.
        ///
        /// - Throws: ``WireError/malformed`` for the recipient or the endpoint,
        ///   ``WireError/equalKeys``.
        package init(
            signing identity: borrowing SigningKey,
            endpoint: String,
            sender: SenderIdentity,
            recipient: String,
            topic: Topic
        ) throws(WireError) {
            guard let recipientCount = UInt8(exactly: recipient.utf8.count),
                let topicCount = UInt8(exactly: topic.text.utf8.count),
                let endpointCount = UInt16(exactly: endpoint.utf8.count)
            else { throw .malformed }
            var fields = [Transfer.version] + identity.publicKey.bytes + sender.bytes
            fields += [recipientCount] + recipient.utf8
            fields += [topicCount] + topic.text.utf8
            fields.append(bigEndian: endpointCount)
            fields += endpoint.utf8
            let signature = identity.signature(for: (Label.subscription + fields).span)
            try self.init(reading: (fields + signature).span)
        }

        /// Reads and verifies a statement (V-18); nothing may follow it.
        ///
        /// The caller checks that it is meant (``SubscriptionRule``).
        ///
        /// - Throws: ``WireError``.
        public init(reading bytes: Span<UInt8>) throws(WireError) {
            try self.init(verifiedBefore: bytes)
            guard device.key != sender.key else { throw .equalKeys }
            let signed = Label.subscription + [UInt8](copying: bytes.extracting(droppingLast: 64))
            guard device.key.isValidSignature(bytes.extracting(last: 64), for: signed.span) else {
                throw .wrongSignature
            }
        }

        /// Reads bytes that ``init(reading:)`` has verified before they were kept, where no other
        /// can write; the signature is not checked again.
        ///
        /// - Throws: ``WireError`` for bytes that have no form of a subscription.
        package init(verifiedBefore bytes: Span<UInt8>) throws(WireError) {
            guard bytes.count >= 1 else { throw .malformed }
            guard bytes[0] == Transfer.version else { throw .unknownVersion }
            let fields = try Self.fields(of: bytes)
            let keys = bytes.extracting(1..<Self.headCount)
            device = DeviceIdentity(try VerifyingKey(identity: keys.extracting(first: 32)))
            sender = SenderIdentity(try VerifyingKey(identity: keys.extracting(last: 32)))
            // S-17
            guard let recipient = String(validating: fields.recipient, as: UTF8.self),
                Self.isRecipient(recipient),
                let topic = String(validating: fields.topic, as: UTF8.self).flatMap(Topic.init),
                let origin = DeviceAddress.origin(of: fields.endpoint)
            else { throw .malformed }
            self.recipient = recipient
            self.topic = topic
            endpoint = String(decoding: fields.endpoint, as: UTF8.self)
            self.origin = origin
            self.bytes = [UInt8](copying: bytes)
        }

        /// Reads the text form: `sealedpush-subscription-1:`, the statement, a point and six check
        /// bytes in base64url.
        ///
        /// - Throws: ``WireError``.
        public init(text: String) throws(WireError) {
            let bytes = try CheckedText.subscription.decode(text)
            try self.init(reading: bytes.span)
        }

        /// The text form, in which a typing error is noticed; like the endpoint it is a secret.
        public var text: String { CheckedText.subscription.encode(bytes) }

        /// Whether a text may be a recipient's name.
        package static func isRecipient(_ text: String) -> Bool {
            (1...maximumRecipientCount).contains(text.utf8.count)
                && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }

        /// Cuts the three fields out, whose lengths stand before them.
        private static func fields(
            of bytes: Span<UInt8>
        ) throws(WireError) -> (recipient: [UInt8], topic: [UInt8], endpoint: [UInt8]) {
            let recipientStart = headCount + 1
            guard bytes.count >= recipientStart else { throw .malformed }
            let topicStart = recipientStart + Int(bytes[headCount]) + 1
            guard bytes.count >= topicStart else { throw .malformed }
            let endpointStart = topicStart + Int(bytes[topicStart - 1]) + 2
            guard bytes.count >= endpointStart else { throw .malformed }
            let endpointCount = Int(bytes.bigEndian(UInt16.self, at: endpointStart - 2))
            let end = endpointStart + endpointCount
            guard bytes.count == end + Ed25519.signatureCount else { throw .malformed }
            return (
                [UInt8](copying: bytes.extracting(recipientStart..<topicStart - 1)),
                [UInt8](copying: bytes.extracting(topicStart..<endpointStart - 2)),
                [UInt8](copying: bytes.extracting(endpointStart..<end))
            )
        }
    }
}

extension DeviceIdentity.Subscription: Redacted {}
