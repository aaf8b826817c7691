// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A vector of something that is read and either accepted or refused: records, bundles, texts,
/// statements, numbers, attachments, pairing.
enum WireVector {
    /// The members that a vector of `kind` may have, or nil for a kind that there is not.
    static func members(of kind: String) -> Set<String>? {
        switch kind {
        case "record": ["identity", "record", "recordDigest", "prekeyID"]
        case "bundle": ["bundle", "identity", "prekeyIDs"]
        case "senderText", "deviceText", "successionText", "revocationText", "retirementText",
            "subscriptionText":
            ["text", "bytes"]
        case "succession", "revocation", "retirement", "possession", "subscription":
            StatementVector.members
        case "possessionChallenge": ["purpose", "origin", "device", "nonce", "challenge"]
        case "attachment": AttachmentVector.members
        case "safetyNumber": ["sender", "device", "digits"]
        case "collapseID": ["sender", "device", "collapseKey", "collapseID"]
        default: PairingVector.members(of: kind)
        }
    }

    static func check(_ object: VectorObject, kind: String) throws(VectorFault) {
        let expected = try object.string("expected")
        let outcome: String
        do {
            try read(object, kind: kind)
            outcome = "accepted"
        } catch let error as WireError {
            outcome = error.name
        } catch let error as AttachmentError {
            outcome = error.name
        } catch let fault as VectorFault {
            throw fault
        } catch {
            throw VectorFault("an error of another kind")
        }
        try VectorFault.compare("the reading", outcome, with: expected)
    }

    /// Reads what is to be read, which throws a `WireError` or an `AttachmentError`, and compares
    /// what came out, which throws a fault.
    private static func read(_ object: VectorObject, kind: String) throws {
        switch kind {
        case "record": try readRecord(object)
        case "bundle": try readBundle(object)
        case "senderText": try readSenderText(object)
        case "deviceText": try readDeviceText(object)
        case "successionText", "revocationText", "retirementText", "subscriptionText":
            try StatementVector.readText(object, kind: kind)
        case "succession", "revocation", "retirement", "possession", "subscription":
            try StatementVector.read(object, kind: kind)
        case "possessionChallenge": try readChallenge(object)
        case "attachment": try AttachmentVector.read(object)
        case "safetyNumber": try readSafetyNumber(object)
        case "collapseID": try readCollapseID(object)
        case "pairingLink", "pairingText", "pairingAnswer", "dropBox":
            try PairingVector.read(object, kind: kind)
        default: throw VectorFault("unknown kind")
        }
    }

    private static func readRecord(_ object: VectorObject) throws {
        let identity = try object.bytes("identity")
        let device = try DeviceIdentity(reading: identity.span)
        let bytes = try object.bytes("record")
        let record = try PrekeyRecord(reading: bytes.span, of: device)
        try VectorFault.compare("prekeyID", record.id.bytes, with: object.bytes("prekeyID"))
        try VectorFault.compare("recordDigest", record.digest, with: object.bytes("recordDigest"))
    }

    private static func readBundle(_ object: VectorObject) throws {
        let bytes = try object.bytes("bundle")
        let bundle = try DeviceBundle(reading: bytes.span)
        try VectorFault.compare("identity", bundle.device.bytes, with: object.bytes("identity"))
        let ids = bundle.records.map(\.id.description)
        try VectorFault.compare("prekeyIDs", ids, with: object.strings("prekeyIDs"))
        try VectorFault.compare("the bundle", bundle.bytes, with: bytes)
    }

    private static func readSenderText(_ object: VectorObject) throws {
        let identity = try SenderIdentity(text: object.string("text"))
        try VectorFault.compare("bytes", identity.bytes, with: object.bytes("bytes"))
    }

    private static func readDeviceText(_ object: VectorObject) throws {
        let bundle = try DeviceBundle(text: object.string("text"))
        try VectorFault.compare("bytes", bundle.bytes, with: object.bytes("bytes"))
    }

    private static func readChallenge(_ object: VectorObject) throws {
        let word = try object.string("purpose")
        guard let purpose = DeviceIdentity.PossessionPurpose(rawValue: word) else {
            throw VectorFault("unknown purpose")
        }
        let challenge = try DeviceIdentity.PossessionProof.Challenge(
            to: purpose,
            at: object.string("origin"),
            of: object.string("device"),
            nonce: object.bytes("nonce")
        )
        try VectorFault.compare("challenge", challenge.bytes, with: object.bytes("challenge"))
    }

    private static func readSafetyNumber(_ object: VectorObject) throws {
        let sender = try object.bytes("sender")
        let device = try object.bytes("device")
        let number = try SafetyNumber(
            sender: SenderIdentity(reading: sender.span),
            device: DeviceIdentity(reading: device.span)
        )
        try VectorFault.compare("digits", number.digits, with: object.string("digits"))
    }

    private static func readCollapseID(_ object: VectorObject) throws {
        let device = try object.bytes("device")
        let name = try object.string("sender")
        let secret = PublishedKeys.secret(name)
        let id = try CollapseID(
            key: object.string("collapseKey"),
            device: DeviceIdentity(reading: device.span),
            sender: SenderKeys(
                signingKey: PublishedKeys.signingKey(name),
                secret: SecretBytes(copying: secret.span)
            )
        )
        try VectorFault.compare("collapseID", id.text, with: object.string("collapseID"))
    }
}
