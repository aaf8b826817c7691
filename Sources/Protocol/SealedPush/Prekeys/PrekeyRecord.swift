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

extension PrekeyRecord {
    /// The id of a prekey in an envelope: 8 bytes of a hash over the device and the whole record.
    public struct ID: Hashable, Sendable {
        /// The id, 8 bytes.
        public let bytes: [UInt8]

        /// The size of an id in bytes.
        public static let count = 8

        /// Takes an id of 8 bytes; another size is a caller's bug.
        public init(_ bytes: [UInt8]) {
            precondition(bytes.count == Self.count, "a prekey id has 8 bytes")
            self.bytes = bytes
        }
    }
}

extension PrekeyRecord.ID: CustomStringConvertible {
    /// The id in lower-case hex.
    public var description: String { Hex.encode(bytes.span) }
}

extension PrekeyRecord {
    /// Signs a record over a public key with the device's identity.
    ///
    /// An end that does not come after the beginning is a caller's bug.
    package init(
        signing publicKey: XWingPublicKey,
        terms: Terms,
        with identity: borrowing SigningKey
    ) {
        precondition(terms.notBefore < terms.notAfter, "the record ends before it begins")
        let device = DeviceIdentity(identity.publicKey)
        var bytes: [UInt8] = [Self.version, terms.class.rawValue]
        bytes.append(bigEndian: terms.epoch)
        bytes.append(bigEndian: terms.minimumEpoch)
        bytes.append(bigEndian: terms.notBefore.milliseconds)
        bytes.append(bigEndian: terms.notAfter.milliseconds)
        bytes += publicKey.bytes
        bytes += identity.signature(for: Self.signedBytes(device: device, fields: bytes[...]).span)
        self.init(device: device, terms: terms, publicKey: publicKey, bytes: bytes)
    }

    /// Reads and verifies one record of `device`; nothing may follow it (M-1, M-24).
    ///
    /// Neither its epochs nor the current time are looked at (M-24).
    ///
    /// - Throws: ``WireError``, the first rule in wire order that is broken; the signature comes
    ///   last.
    public init(reading bytes: Span<UInt8>, of device: DeviceIdentity) throws(WireError) {
        guard bytes.count >= 1 else { throw .malformed }
        guard bytes[0] == Self.version else { throw .unknownVersion }
        guard bytes.count == Self.count, let `class` = Class(rawValue: bytes[1]),
            let notBefore = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: 10)),
            let notAfter = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: 18)),
            notBefore < notAfter
        else { throw .malformed }
        let key: XWingPublicKey
        do {
            key = try XWingPublicKey(reading: bytes.extracting(Self.publicKey))
        } catch {
            throw .keyRefused
        }
        let copy = [UInt8](copying: bytes)
        guard
            device.key.isValidSignature(
                bytes.extracting(last: Ed25519.signatureCount),
                for: Self.signedBytes(device: device, fields: copy[..<Self.publicKey.upperBound])
                    .span
            )
        else { throw .wrongSignature }
        self.init(
            device: device,
            terms: Terms(
                class: `class`,
                epoch: bytes.bigEndian(UInt32.self, at: 2),
                minimumEpoch: bytes.bigEndian(UInt32.self, at: 6),
                notBefore: notBefore,
                notAfter: notAfter
            ),
            publicKey: key,
            bytes: copy
        )
    }

    private static func signedBytes(device: DeviceIdentity, fields: ArraySlice<UInt8>) -> [UInt8] {
        Label.prekey + device.bytes + fields
    }
}
