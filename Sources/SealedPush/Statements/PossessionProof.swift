// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// A device's answer to a directory's challenge: it holds the identity that it names.
///
/// It is never stored.
public struct PossessionProof: Hashable, Sendable {
    /// The device that answers.
    public let device: DeviceIdentity
    /// The directory that asked, as the device knows it: a proof for one is worthless to another.
    public let origin: String
    /// The directory's challenge, 32 bytes.
    public let challenge: [UInt8]
    /// The last moment at which the proof counts.
    public let expires: Timestamp
    /// The whole proof.
    public let bytes: [UInt8]

    /// The size of a challenge in bytes.
    public static let challengeCount = 32

    private static let headCount = 1 + DeviceIdentity.count + 2

    /// Signs the answer to `challenge`, 32 bytes, with the device's identity.
    ///
    /// - Throws: ``WireError/wrongOrigin``, ``WireError/wrongLength`` for the challenge.
    public init(
        signing identity: borrowing SigningKey,
        origin: String,
        challenge: [UInt8],
        expires: Timestamp
    ) throws(WireError) {
        guard (1...Int(UInt16.max)).contains(origin.utf8.count) else { throw .wrongOrigin }
        guard challenge.count == Self.challengeCount else { throw .wrongLength }
        var fields = [Transfer.version] + identity.publicKey.bytes
        fields.append(bigEndian: UInt16(origin.utf8.count))
        fields += origin.utf8
        fields += challenge
        fields.append(bigEndian: expires.milliseconds)
        device = DeviceIdentity(identity.publicKey)
        self.origin = origin
        self.challenge = challenge
        self.expires = expires
        bytes = fields + identity.signature(for: (Label.possession + fields).span)
    }

    /// Reads and verifies a proof; nothing may follow it.
    ///
    /// Origin, challenge and time are the caller's to compare.
    ///
    /// - Throws: ``WireError``.
    public init(reading bytes: Span<UInt8>) throws(WireError) {
        guard bytes.count >= 1 else { throw .wrongLength }
        guard bytes[0] == Transfer.version else { throw .unknownVersion }
        guard bytes.count >= Self.headCount else { throw .wrongLength }
        let originCount = Int(bytes.bigEndian(UInt16.self, at: 33))
        let originEnd = Self.headCount + originCount
        let fieldsCount = originEnd + Self.challengeCount + 8
        guard bytes.count == fieldsCount + Ed25519.signatureCount else { throw .wrongLength }
        device = try DeviceIdentity(reading: bytes.extracting(1..<33))
        let originBytes = [UInt8](copying: bytes.extracting(Self.headCount..<originEnd))
        guard originCount > 0, let origin = String(validating: originBytes, as: UTF8.self) else {
            throw .wrongOrigin
        }
        self.origin = origin
        challenge = [UInt8](
            copying: bytes.extracting(originEnd..<originEnd + Self.challengeCount)
        )
        guard
            let expires = Timestamp(
                milliseconds: bytes.bigEndian(UInt64.self, at: originEnd + Self.challengeCount)
            )
        else { throw .wrongTime }
        self.expires = expires
        let signed = Label.possession + [UInt8](copying: bytes.extracting(first: fieldsCount))
        guard device.key.isValidSignature(bytes.extracting(last: 64), for: signed.span) else {
            throw .wrongSignature
        }
        self.bytes = [UInt8](copying: bytes)
    }
}
