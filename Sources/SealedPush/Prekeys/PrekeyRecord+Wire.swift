// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

extension PrekeyRecord {
    /// Signs a record over a public key with the device's identity.
    ///
    /// Terms that a reader would refuse are a caller's bug: offers without the key's suite, an end before the beginning.
    public init(signing publicKey: PublicKey, terms: Terms, with identity: borrowing SigningKey) {
        precondition(
            terms.offers.contains(SuiteOffers(publicKey.suite)),
            "the suite is not offered"
        )
        precondition(SuiteOffers.all.contains(terms.offers), "an unknown suite is offered")
        precondition(terms.notBefore < terms.notAfter, "the record ends before it begins")
        let device = DeviceIdentity(identity.publicKey)
        var bytes: [UInt8] = [
            Self.version, publicKey.suite.rawValue, terms.class.rawValue, terms.offers.rawValue,
        ]
        bytes.append(bigEndian: terms.epoch)
        bytes.append(bigEndian: terms.minimumEpoch)
        bytes.append(bigEndian: terms.notBefore.milliseconds)
        bytes.append(bigEndian: terms.notAfter.milliseconds)
        bytes += publicKey.bytes
        bytes += identity.signature(for: Self.signedBytes(device: device, fields: bytes[...]).span)
        self.init(device: device, terms: terms, publicKey: publicKey, bytes: bytes)
    }

    /// Reads and verifies one record of `device`; nothing may follow it.
    ///
    /// - Throws: ``WireError``, the first rule in wire order that is broken; the signature comes last.
    public init(reading bytes: Span<UInt8>, of device: DeviceIdentity) throws(WireError) {
        let suite = try Self.suite(of: bytes)
        guard bytes.count == Self.count(of: suite) else { throw .wrongLength }
        guard let `class` = Class(rawValue: bytes[2]) else { throw .unknownClass }
        let offers = SuiteOffers(rawValue: bytes[3])
        guard offers.contains(SuiteOffers(suite)), SuiteOffers.all.contains(offers) else {
            throw .wrongOffers
        }
        guard let notBefore = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: 12)),
            let notAfter = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: 20)),
            notBefore < notAfter
        else { throw .wrongTime }
        let keyEnd = Self.fixedCount + suite.publicKeyCount
        let key = try PublicKey(reading: bytes.extracting(Self.fixedCount..<keyEnd), suite: suite)
        let copy = [UInt8](copying: bytes)
        guard
            device.key.isValidSignature(
                bytes.extracting(last: Ed25519.signatureCount),
                for: Self.signedBytes(device: device, fields: copy[..<keyEnd]).span
            )
        else { throw .wrongSignature }
        self.init(
            device: device,
            terms: Terms(
                class: `class`,
                offers: offers,
                epoch: bytes.bigEndian(UInt32.self, at: 4),
                minimumEpoch: bytes.bigEndian(UInt32.self, at: 8),
                notBefore: notBefore,
                notAfter: notAfter
            ),
            publicKey: key,
            bytes: copy
        )
    }

    /// The suite of the record that `bytes` begin with, which tells its length.
    static func suite(of bytes: Span<UInt8>) throws(WireError) -> Suite {
        guard bytes.count >= 2 else { throw .wrongLength }
        guard bytes[0] == version else { throw .unknownVersion }
        guard let suite = Suite(rawValue: bytes[1]) else { throw .unknownSuite }
        return suite
    }

    private static func signedBytes(device: DeviceIdentity, fields: ArraySlice<UInt8>) -> [UInt8] {
        Label.prekey + device.bytes + fields
    }
}

extension PrekeyRecord.PublicKey {
    /// Reads a key of `suite`, whose length the caller has checked.
    init(reading bytes: Span<UInt8>, suite: Suite) throws(WireError) {
        do {
            switch suite {
            case .x25519: self = .x25519(try X25519PublicKey(reading: bytes))
            case .xwing: self = .xwing(try XWingPublicKey(reading: bytes))
            }
        } catch {
            throw .publicKeyRefused
        }
    }
}
