// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// A vector of pairing: a link, its text, an answer to one, or the box of a drop.
enum PairingVector {
    /// The members that a vector of `kind` may have, or nil for a kind that there is not.
    static func members(of kind: String) -> Set<String>? {
        switch kind {
        case "pairingLink":
            [
                "bytes", "linkHash", "secret", "identities", "end", "lastMoment", "senderName",
                "relay", "dropID",
            ]
        case "pairingText": ["text", "bytes"]
        case "pairingAnswer":
            [
                "link", "plaintext", "identities", "endpoint", "answerTopic", "deviceName",
                "answerHash", "number",
            ]
        case "dropBox": ["secret", "box", "plaintext"]
        default: nil
        }
    }

    /// Reads what is to be read, which throws a `WireError`, and compares what came out, which
    /// throws a fault.
    static func read(_ object: VectorObject, kind: String) throws {
        switch kind {
        case "pairingLink": try readLink(object)
        case "pairingText": try readText(object)
        case "pairingAnswer": try readAnswer(object)
        default: try readBox(object)
        }
    }

    private static func readLink(_ object: VectorObject) throws {
        let bytes = try object.bytes("bytes")
        let link = try PairingLink(reading: bytes.span)
        try VectorFault.compare("the link", link.bytes, with: bytes)
        try VectorFault.compare("linkHash", link.digest, with: object.bytes("linkHash"))
        let secret = try secret(of: object)
        try VectorFault.compare("secret", link.secret, with: secret)
        let identities = [Hex.encode(link.sender.bytes.span)]
        try VectorFault.compare("identities", identities, with: object.strings("identities"))
        try VectorFault.compare("end", link.end.milliseconds / 1000, with: object.number("end"))
        let last = try object.moment("lastMoment")
        guard !link.isOver(at: last), link.isOver(at: last.advanced(by: .milliseconds(1))) else {
            throw VectorFault("lastMoment differs")
        }
        try compare("senderName", link.name, in: object)
        try compare("relay", link.relay.text, in: object)
        try VectorFault.compare("dropID", link.secret.id.bytes, with: object.bytes("dropID"))
    }

    private static func readText(_ object: VectorObject) throws {
        let link = try PairingLink(object.string("text"), from: .system)
        try VectorFault.compare("bytes", link.bytes, with: object.bytes("bytes"))
    }

    private static func readAnswer(_ object: VectorObject) throws {
        let bytes = try object.bytes("link")
        guard let link = try? PairingLink(reading: bytes.span) else {
            throw VectorFault("the link is refused")
        }
        let plaintext = try object.longBytes("plaintext")
        let answer = try PairingAnswer(reading: plaintext.span, to: link)
        let zeros = [UInt8](repeating: 0, count: plaintext.count - answer.bytes.count)
        try VectorFault.compare("the answer", answer.bytes + zeros, with: plaintext)
        let identities = [Hex.encode(answer.device.bytes.span)]
        try VectorFault.compare("identities", identities, with: object.strings("identities"))
        try compare("endpoint", answer.endpoint, in: object)
        try compare("answerTopic", answer.topic.text, in: object)
        try compare("deviceName", answer.name, in: object)
        let hash = try object.bytes("answerHash")
        try VectorFault.compare("answerHash", answer.answerHash.bytes, with: hash)
        try compare("number", answer.answerHash.number.text, in: object)
    }

    private static func readBox(_ object: VectorObject) throws {
        let secret = try secret(of: object)
        let bytes = try object.bytes("box")
        let box = try DropBox(reading: bytes.span)
        let plaintext = try box.open(with: secret)
        try VectorFault.compare("plaintext", plaintext, with: object.bytes("plaintext"))
        let salt = Array(bytes.prefix(DropBox.saltCount))
        let again = DropBox(sealing: plaintext, with: secret, salt: salt)
        try VectorFault.compare("the box", again, with: box)
    }

    private static func secret(of object: VectorObject) throws(VectorFault) -> DropSecret {
        let bytes = try object.bytes("secret")
        guard let secret = DropSecret(copying: bytes.span) else {
            throw VectorFault("secret has another size")
        }
        return secret
    }

    /// By their bytes: texts that only look alike are two.
    private static func compare(
        _ key: String,
        _ text: String,
        in object: VectorObject
    ) throws(VectorFault) {
        let expected = try object.string(key)
        try VectorFault.compare(key, Array(text.utf8), with: Array(expected.utf8))
    }
}
