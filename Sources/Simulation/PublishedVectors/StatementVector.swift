// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A vector of a statement: its bytes, and what it says where it is accepted; or its text, and the
/// bytes in it.
enum StatementVector {
    static let members: Set<String> = [
        "bytes", "identities", "origin", "challenge", "recipient", "topic", "endpoint",
    ]

    /// What a statement says, in the words of the vectors.
    private struct Content: Equatable {
        var identities: [[UInt8]]
        var origin: String?
        var challenge: [UInt8]?
        var recipient: String?
        var topic: String?
        var endpoint: String?
    }

    /// Reads the statement, which throws a `WireError`, and compares what it says, which throws a
    /// fault.
    static func read(_ object: VectorObject, kind: String) throws {
        let given = try object.bytes("bytes")
        let (content, bytes) = try parts(of: given, kind: kind)
        try VectorFault.compare("the statement", bytes, with: given)
        let expected = try Content(
            identities: object.strings("identities").map { text in
                guard let bytes = Hex.decode(text) else {
                    throw VectorFault("an identity is no hex")
                }
                return bytes
            },
            origin: object.has("origin") ? object.string("origin") : nil,
            challenge: object.has("challenge") ? object.bytes("challenge") : nil,
            recipient: object.has("recipient") ? object.string("recipient") : nil,
            topic: object.has("topic") ? object.string("topic") : nil,
            endpoint: object.has("endpoint") ? object.string("endpoint") : nil
        )
        try VectorFault.compare("what the statement says", content, with: expected)
    }

    /// Reads a statement's text, which throws a `WireError`, and compares the bytes in it, which
    /// throws a fault.
    static func readText(_ object: VectorObject, kind: String) throws {
        let text = try object.string("text")
        let bytes =
            switch kind {
            case "successionText": try SenderIdentity.Succession(text: text).bytes
            case "revocationText": try SenderIdentity.Revocation(text: text).bytes
            case "retirementText": try DeviceIdentity.Retirement(text: text).bytes
            case "subscriptionText": try DeviceIdentity.Subscription(text: text).bytes
            default: throw VectorFault("unknown kind")
            }
        try VectorFault.compare("bytes", bytes, with: object.bytes("bytes"))
    }

    private static func parts(of bytes: [UInt8], kind: String) throws -> (Content, [UInt8]) {
        switch kind {
        case "succession":
            let succession = try SenderIdentity.Succession(reading: bytes.span)
            let identities = [succession.old.bytes, succession.new.bytes]
            return (Content(identities: identities), succession.bytes)
        case "revocation":
            let revocation = try SenderIdentity.Revocation(reading: bytes.span)
            return (Content(identities: [revocation.sender.bytes]), revocation.bytes)
        case "retirement":
            let retirement = try DeviceIdentity.Retirement(reading: bytes.span)
            return (Content(identities: [retirement.device.bytes]), retirement.bytes)
        case "possession":
            let proof = try DeviceIdentity.PossessionProof(reading: bytes.span)
            let content = Content(
                identities: [proof.device.bytes],
                origin: proof.origin,
                challenge: proof.challenge
            )
            return (content, proof.bytes)
        case "subscription":
            let subscription = try DeviceIdentity.Subscription(reading: bytes.span)
            let content = Content(
                identities: [subscription.device.bytes, subscription.sender.bytes],
                recipient: subscription.recipient,
                topic: subscription.topic.text,
                endpoint: subscription.endpoint
            )
            return (content, subscription.bytes)
        default:
            throw VectorFault("unknown kind")
        }
    }
}
