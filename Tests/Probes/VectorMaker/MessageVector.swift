// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// One run of a receiver over one payload, and how it must end.
struct Opening {
    /// Where the run is stopped before it has handed over and emptied its claim.
    enum Stop: String {
        case afterClaim, afterErasure
    }

    var payload: [UInt8]
    var now = Moment.base
    var contacts = ["server-1"]
    var unknownSenders = "show"
    var expected = "opened"
    var content: String?
    var stop: Stop?
    /// Whether the prekey and the places of its claims go while the message is being opened.
    var prekeyErasedMeanwhile = false

    init(_ payload: [UInt8]) {
        self.payload = payload
    }

    func write(to object: inout JSONWriter.Object) {
        object.add("now", now.milliseconds)
        object.array("contacts") { list in
            for contact in contacts { list.add(contact) }
        }
        object.add("unknownSenders", unknownSenders)
        if let stop { object.add("stop", stop.rawValue) }
        if prekeyErasedMeanwhile { object.add("prekeyErasedMeanwhile", true) }
        if let text = String(validating: payload, as: UTF8.self), !text.hasPrefix("\u{FEFF}") {
            object.add("payload", text)
        } else {
            object.add("payloadHex", hex: payload)
        }
        if let content { object.add("content", content) }
    }
}

/// A vector of a receiver: what it holds, what it opened before, what it opens now.
struct MessageVector {
    var suite: Suite
    var device: TestDevice
    var topic = "com.example.app"
    var prekeys: [PrekeyName]
    var records: [PrekeyRecord]
    var before: [Opening] = []
    var opening: Opening
    /// Whose intermediate values are written down.
    var steps: CraftedMessage?
    var sender: TestSender
    /// The URLs of the references that serve, and why the others don't, where the content has some.
    var attachments: (urls: [String], refused: [AttachmentError])?

    func vector(_ heading: Heading) throws -> Vector {
        let bundle = try DeviceBundle(device: device.identity, records: records)
        return Vector(
            heading,
            kind: "message",
            expected: opening.expected,
            isReproducible: suite == .x25519
        ) { vector in
            vector.add("suite", suite.rawValue)
            vector.add("device", device.name)
            vector.add("topic", topic)
            vector.add("bundle", bundle.text)
            vector.array("prekeys") { list in
                for prekey in prekeys { list.add(prekey.text) }
            }
            vector.add("sender", sender.name)
            if !before.isEmpty {
                vector.array("before") { list in
                    for opening in before {
                        list.object { object in
                            object.add("expected", opening.expected)
                            opening.write(to: &object)
                        }
                    }
                }
            }
            opening.write(to: &vector)
            if let attachments {
                vector.array("attachments") { list in
                    for url in attachments.urls { list.add(url) }
                }
                vector.array("refusedAttachments") { list in
                    for error in attachments.refused { list.add(error.rawValue) }
                }
            }
            if let steps {
                vector.object("steps") { object in steps.write(to: &object) }
            }
        }
    }
}

extension CraftedMessage {
    func write(to object: inout JSONWriter.Object) {
        object.add("recordDigest", hex: record.digest)
        object.add("prekeyID", hex: record.id.bytes)
        object.add("messageIDRandom", hex: messageIDRandom)
        object.add("messageID", hex: messageID)
        object.add("info", hex: info)
        if let ephemeral = encapsulated.ephemeral {
            object.add("ephemeralRandom", hex: ephemeral.random)
            object.add("ephemeralMaterial", hex: ephemeral.material)
            object.add("ephemeralPrivateKey", hex: ephemeral.privateKey)
        }
        object.add("encapsulatedKey", hex: encapsulated.key)
        object.add("sharedSecret", hex: encapsulated.sharedSecret)
        object.add("key", hex: key)
        object.add("baseNonce", hex: baseNonce)
        object.add("associatedData", hex: associatedData)
        object.add("signature", hex: signature)
        object.add("plaintext", hex: plaintext)
        object.add("ciphertext", hex: ciphertext)
    }
}
