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

extension DeviceIdentity.PossessionProof {
    /// The bytes that a proof signs for a server: a hash, which the device computes itself (V-22).
    ///
    /// A server that hands on the nonce of another one gets a proof for itself, which the other
    /// refuses.
    public struct Challenge: Hashable, Sendable {
        /// The server that is asked.
        public let origin: String
        /// The hash, 32 bytes.
        public let bytes: [UInt8]

        /// The size of a nonce in bytes.
        public static let nonceCount = 32

        /// Makes the challenge of one purpose, server, device and nonce.
        ///
        /// - Parameters:
        ///   - purpose: What the proof is for.
        ///   - origin: The server that is asked, as an origin (V-20).
        ///   - device: The device's name in that server's URLs, 1 to 255 bytes.
        ///   - nonce: What the server has pushed or answered, 32 bytes.
        /// - Throws: ``WireError/malformed``.
        public init(
            to purpose: DeviceIdentity.PossessionPurpose,
            at origin: String,
            of device: String,
            nonce: [UInt8]
        ) throws(WireError) {
            guard let origin = WebOrigin(origin.utf8), 1...255 ~= device.utf8.count,
                nonce.count == Self.nonceCount
            else { throw .malformed }
            self.init(to: purpose, at: origin, of: device, nonce: nonce)
        }

        /// Makes the challenge of a server for a device that it has named itself.
        ///
        /// - Precondition: The name has 1 to 255 bytes, and the nonce 32.
        package init(
            to purpose: DeviceIdentity.PossessionPurpose,
            at origin: WebOrigin,
            of device: String,
            nonce: [UInt8]
        ) {
            precondition(1...255 ~= device.utf8.count && nonce.count == Self.nonceCount)
            var message = purpose.label
            message.append(bigEndian: UInt16(origin.text.utf8.count))
            message += origin.text.utf8
            message.append(UInt8(device.utf8.count))
            message += device.utf8
            message += nonce
            self.origin = origin.text
            bytes = SHA256.hash(message.span)
        }
    }

    /// True if the proof answers this challenge and names its origin (V-24).
    public func answers(_ challenge: Challenge) -> Bool {
        origin == challenge.origin && self.challenge == challenge.bytes
    }
}

extension DeviceIdentity {
    /// The purposes for which a relay asks for a possession proof.
    public enum PossessionPurpose: String, CaseIterable, Hashable, Sendable {
        /// Pushes to its token reach the device.
        case activation
        /// The device gets a new credential, because its app has lost the old one.
        case credential

        fileprivate var label: [UInt8] {
            switch self {
            case .activation: Label.activation
            case .credential: Label.credential
            }
        }
    }
}
