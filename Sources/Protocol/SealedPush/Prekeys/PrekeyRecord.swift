// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// A device's publication by which senders can reach it: a KEM public key, its term, and the
/// device's signature.
///
/// A value of this type was verified or just signed: there is no other way to make one.
public struct PrekeyRecord: Hashable, Sendable {
    /// The class of a prekey: it serves many messages or one.
    public enum Class: UInt8, Hashable, Sendable {
        /// Serves every sender until it ends.
        case reusable = 0
        /// Serves one message; its private half is erased with it.
        case oneTime = 1
    }

    /// The class, epochs and times of a prekey, which the device has signed.
    public struct Terms: Hashable, Sendable {
        /// The class: it serves many messages or one.
        public var `class`: Class
        /// The generation; later ones have higher numbers.
        public var epoch: UInt32
        /// Records of lower epochs are revoked.
        public var minimumEpoch: UInt32
        /// The first moment at which senders may use it.
        public var notBefore: Timestamp
        /// The first moment at which senders may no longer use it.
        public var notAfter: Timestamp

        /// Creates the terms as given.
        public init(
            class: Class,
            epoch: UInt32,
            minimumEpoch: UInt32 = 0,
            notBefore: Timestamp,
            notAfter: Timestamp
        ) {
            self.class = `class`
            self.epoch = epoch
            self.minimumEpoch = minimumEpoch
            self.notBefore = notBefore
            self.notAfter = notAfter
        }
    }

    /// The device that published the record.
    public let device: DeviceIdentity
    /// The class, epochs and times of the prekey.
    public let terms: Terms
    /// The prekey's public half.
    package let publicKey: XWingPublicKey
    /// The whole record, 1306 bytes.
    public let bytes: [UInt8]
    /// The id of the prekey in envelopes.
    public let id: PrekeyRecord.ID
    /// SHA-256 of the whole record, 32 bytes.
    public let digest: [UInt8]

    static let version: UInt8 = 1
    static let publicKey = 26..<26 + XWing.publicKeyCount

    /// The size of a record: 1306 bytes.
    public static let count = publicKey.upperBound + Ed25519.signatureCount

    /// Takes parts that agree with each other.
    init(device: DeviceIdentity, terms: Terms, publicKey: XWingPublicKey, bytes: [UInt8]) {
        self.device = device
        self.terms = terms
        self.publicKey = publicKey
        self.bytes = bytes
        digest = SHA256.hash(bytes.span)
        let hash = SHA256.hash { input in
            input.update(Label.prekeyID)
            input.update(device.bytes)
            input.update(bytes)
        }
        id = PrekeyRecord.ID(Array(hash.prefix(PrekeyRecord.ID.count)))
    }

    /// True if senders may use it at `now`: not before its first moment, and before its end.
    public func isCurrent(at now: Timestamp) -> Bool {
        terms.notBefore <= now && now < terms.notAfter
    }
}
