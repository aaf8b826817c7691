// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension DeviceIdentity {
    /// A device's answer to a directory's challenge: it holds the identity that it names.
    ///
    /// It is never stored.
    public struct PossessionProof: Hashable, Sendable {
        /// The device that answers.
        public let device: DeviceIdentity
        /// The directory that asked, as `WebOrigin` checks it: a proof for one is worthless to
        /// another.
        public let origin: String
        /// The hash that it answers, 32 bytes (``Challenge``).
        public let challenge: [UInt8]
        /// The whole proof.
        public let bytes: [UInt8]

        private static let headCount = 1 + DeviceIdentity.count + 2

        /// Signs the answer to a challenge with the device's identity.
        ///
        /// The origin is that of the TLS connection on which the device sends the proof (V-20).
        package init(signing identity: borrowing SigningKey, answering challenge: Challenge) {
            var fields = [Transfer.version] + identity.publicKey.bytes
            fields.append(bigEndian: UInt16(challenge.origin.utf8.count))
            fields += challenge.origin.utf8
            fields += challenge.bytes
            device = DeviceIdentity(identity.publicKey)
            origin = challenge.origin
            self.challenge = challenge.bytes
            bytes = fields + identity.signature(for: (Label.possession + fields).span)
        }

        /// Reads and verifies a proof; nothing may follow it.
        ///
        /// The caller compares origin and challenge (V-24), and lets each nonce serve once (V-19).
        ///
        /// - Throws: ``WireError``.
        public init(reading bytes: Span<UInt8>) throws(WireError) {
            guard bytes.count >= 1 else { throw .malformed }
            guard bytes[0] == Transfer.version else { throw .unknownVersion }
            guard bytes.count >= Self.headCount else { throw .malformed }
            let originCount = Int(bytes.bigEndian(UInt16.self, at: 33))
            let originEnd = Self.headCount + originCount
            let fieldsCount = originEnd + SHA256.digestCount
            guard bytes.count == fieldsCount + Ed25519.signatureCount else { throw .malformed }
            device = try DeviceIdentity(reading: bytes.extracting(1..<33))
            let originBytes = [UInt8](copying: bytes.extracting(Self.headCount..<originEnd))
            guard WebOrigin(originBytes) != nil else { throw .malformed }
            origin = String(decoding: originBytes, as: UTF8.self)
            challenge = [UInt8](copying: bytes.extracting(originEnd..<fieldsCount))
            let signed = Label.possession + [UInt8](copying: bytes.extracting(first: fieldsCount))
            guard device.key.isValidSignature(bytes.extracting(last: 64), for: signed.span) else {
                throw .wrongSignature
            }
            self.bytes = [UInt8](copying: bytes)
        }
    }
}
