// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

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
