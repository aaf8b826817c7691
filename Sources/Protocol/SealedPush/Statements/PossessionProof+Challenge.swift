// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

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
