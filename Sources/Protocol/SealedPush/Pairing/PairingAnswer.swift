// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// A device's answer to a link: its identity, an endpoint that it made for this pairing, and its
/// name, signed for this very link.
///
/// It proves to the sender what a signed subscription does. It travels in the box of a drop.
///
///     version 1 | device 32 | capability 32 | u8 length | topic | u8 length | name | signature 64
package struct PairingAnswer: Hashable, Sendable {
    /// The device, which has signed.
    package let device: DeviceIdentity
    /// The URL at the link's relay, a secret.
    package let endpoint: String
    /// The app.
    package let topic: Topic
    /// The device's name for itself: 1 to 64 bytes that can be shown as they are.
    package let name: String
    /// The hash by which the sender's message names this answer.
    package let answerHash: AnswerHash
    /// The whole answer, its signature included, at most 641 bytes.
    package let bytes: [UInt8]

    /// The limit of the device's name in bytes of UTF-8.
    package static let maximumNameCount = 64
    /// The size of an endpoint's capability in bytes.
    package static let capabilityCount = 32

    private static let deviceRange = 1..<1 + DeviceIdentity.count
    private static let capabilityRange =
        deviceRange.upperBound..<deviceRange.upperBound + capabilityCount
    private static let path = "/e/"

    /// Signs an answer to a link with the device's identity.
    ///
    /// - Parameters:
    ///   - identity: The device's identity.
    ///   - link: The link, to which the person at the device has agreed.
    ///   - endpoint: An endpoint at the link's relay that was made for this pairing alone.
    ///   - topic: The app.
    ///   - name: What the device calls itself.
    /// - Throws: ``WireError/malformed`` for an endpoint that is not the relay's origin, `/e/` and
    ///   43 characters, and for the name; ``WireError/equalKeys`` for a link of the device's own.
    package init(
        signing identity: borrowing SigningKey,
        to link: PairingLink,
        endpoint: String,
        topic: Topic,
        name: String
    ) throws(WireError) {
        guard let capability = Self.capability(of: endpoint, at: link.relay),
            name.utf8.count <= Self.maximumNameCount
        else { throw .malformed }
        let fields =
            [Transfer.version] + identity.publicKey.bytes + capability
            + PairingText.bytes(Array(topic.text.utf8), Array(name.utf8))
        let signature = identity.signature(for: Self.signed(fields, for: link).span)
        let padding = DropBox.plaintextCount - fields.count - signature.count
        let plaintext = fields + signature + [UInt8](repeating: 0, count: padding)
        try self.init(reading: plaintext.span, to: link)
    }

    /// Reads and verifies the plaintext of a box (L-5).
    ///
    /// - Throws: ``WireError``.
    package init(reading plaintext: Span<UInt8>, to link: PairingLink) throws(WireError) {
        guard plaintext.count == DropBox.plaintextCount else { throw .malformed }
        guard plaintext[0] == Transfer.version else { throw .unknownVersion }
        let textOffset = Self.capabilityRange.upperBound
        guard let (topic, name, end) = PairingText.pair(in: plaintext, at: textOffset),
            plaintext.count >= end + Ed25519.signatureCount,
            case let answer = plaintext.extracting(first: end + Ed25519.signatureCount),
            ConstantTime.isZero(plaintext.extracting(droppingFirst: answer.count))
        else { throw .malformed }
        device = try DeviceIdentity(reading: answer.extracting(Self.deviceRange))
        guard let topic = String(validating: topic, as: UTF8.self).flatMap(Topic.init),
            let name = PairingText.name(name, limit: Self.maximumNameCount)
        else { throw .malformed }
        guard device.key != link.sender.key else { throw .equalKeys }
        let signed = Self.signed([UInt8](copying: answer.extracting(first: end)), for: link)
        guard device.key.isValidSignature(answer.extracting(last: 64), for: signed.span) else {
            throw .wrongSignature
        }
        let capability = answer.extracting(Self.capabilityRange)
        endpoint = link.relay.text + Self.path + Base64URL.encode(capability)
        self.topic = topic
        self.name = name
        bytes = [UInt8](copying: answer)
        answerHash = AnswerHash(of: answer)
    }

    /// Opens the box of a link's drop, and reads and verifies the answer in it (L-5, L-7).
    ///
    /// - Throws: ``WireError``.
    package init(opening box: DropBox, to link: PairingLink) throws(WireError) {
        let plaintext = try box.open(with: link.secret)
        try self.init(reading: plaintext.span, to: link)
    }

    /// Seals the answer for the drop of its link; each box has a salt of its own.
    package func box(for link: PairingLink) -> DropBox {
        DropBox(sealing: bytes, with: link.secret)
    }

    /// What the device signs: `label | SHA-256(link) | all fields`.
    private static func signed(_ fields: [UInt8], for link: PairingLink) -> [UInt8] {
        Label.pairing + link.digest + fields
    }

    /// The capability in an endpoint of a relay; nil for a URL of another form or relay.
    private static func capability(of endpoint: String, at relay: WebOrigin) -> [UInt8]? {
        let origin = relay.text + path
        guard endpoint.utf8.starts(with: origin.utf8),
            let bytes = try? Base64URL.decode(
                Array(endpoint.utf8.dropFirst(origin.utf8.count)).span
            ),
            bytes.count == capabilityCount
        else { return nil }
        return bytes
    }
}

extension PairingAnswer: Redacted {}
