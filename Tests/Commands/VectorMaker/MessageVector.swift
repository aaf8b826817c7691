// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// One run of a receiver over one payload, and how it must end.
struct Opening {
    /// Where the run is stopped before it has handed over and cleared its claim.
    enum Stop: String {
        case afterClaim, afterErasure
    }

    /// What is erased while the message is being opened.
    enum Erasure: String {
        case privateHalf, claimDirectory
    }

    var payload: [UInt8]
    /// What the system delivers it as, `voip` or, without a word, an alert.
    var push: String?
    var now = Moment.base
    /// When the push came, if it was deferred.
    var arrival: Timestamp?
    var contacts = ["server-1"]
    var blocked: [String] = []
    var revoked: [String] = []
    var unknownSenders = "show"
    /// The messages of unknown senders that were counted for the day by now.
    var strangers: Int?
    var expected = "opened"
    var content: String?
    /// The contact whose candidate the sender is by then.
    var candidateOf: String?
    var stop: Stop?
    var erasedMeanwhile: Erasure?

    init(_ payload: [UInt8]) {
        self.payload = payload
    }

    func write(to object: inout JSONWriter.Object) {
        if let push { object.add("push", push) }
        object.add("now", now.milliseconds)
        if let arrival { object.add("arrival", arrival.milliseconds) }
        object.add("contacts", texts: contacts)
        if !blocked.isEmpty { object.add("blocked", texts: blocked) }
        if !revoked.isEmpty { object.add("revoked", texts: revoked) }
        object.add("unknownSenders", unknownSenders)
        if let strangers { object.add("strangers", strangers) }
        if let stop { object.add("stop", stop.rawValue) }
        if let erasedMeanwhile { object.add("erasedMeanwhile", erasedMeanwhile.rawValue) }
        if let text = String(validating: payload, as: UTF8.self), !text.hasPrefix("\u{FEFF}") {
            object.add("payload", text)
        } else {
            object.add("payloadHex", hex: payload)
        }
        if let content { object.add("content", content) }
        if let candidateOf { object.add("candidateOf", candidateOf) }
    }
}

/// A vector of a receiver: what it holds, what it opened before, what it opens now.
struct MessageVector {
    var device: TestDevice
    var topic = "com.example.app"
    var prekeys: [PrekeyName]
    var records: [PrekeyRecord]
    var before: [Opening] = []
    var opening: Opening
    /// Whose intermediate values are written down.
    var steps: CraftedMessage?
    var sender: TestSender
    /// The URLs of the references that serve, in their order.
    var attachments: [String] = []
    /// Why other references don't.
    var refusedAttachments: [AttachmentError] = []
    /// The notification names that are removed.
    var remove: [String] = []

    func vector(_ heading: Heading) throws -> Vector {
        let bundle = try DeviceBundle(device: device.identity, records: records)
        return Vector(
            heading,
            kind: "message",
            expected: opening.expected
        ) { vector in
            vector.add("device", device.name)
            vector.add("topic", topic)
            vector.add("bundle", bundle.text)
            vector.add("prekeys", texts: prekeys.map(\.rawValue))
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
            if !attachments.isEmpty { vector.add("attachments", texts: attachments) }
            if !refusedAttachments.isEmpty {
                vector.add("refusedAttachments", texts: refusedAttachments.map(\.rawValue))
            }
            if !remove.isEmpty { vector.add("remove", texts: remove) }
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
        object.add("encapsulationRandom", hex: encapsulated.random)
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
