// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The parties of the message vectors in one suite, and the shortest ways to a vector.
struct Scene {
    let suite: Suite
    let phone: TestDevice
    let server: TestSender
    let prekey: PrekeyName
    var record: PrekeyRecord

    static let hello = #"{"aps":{"alert":{"title":"Hello","body":"How are you?"}}}"#

    init(_ suite: Suite, class: PrekeyRecord.Class = .reusable) throws {
        self.suite = suite
        phone = try TestDevice("phone-1")
        server = try TestSender("server-1")
        prekey = PrekeyName(suite: suite, class: `class`)
        record = try phone.record(prekey)
    }

    func draft(_ heading: Heading, salt: String = "", content: String = Scene.hello) -> MessageDraft
    {
        MessageDraft(heading.name + salt, to: record, from: server, content: content)
    }

    /// A vector around an envelope.
    func message(_ envelope: [UInt8]) throws -> MessageVector {
        message(payload: try Self.outer(envelope))
    }

    /// A vector around an outer payload.
    func message(payload: [UInt8]) -> MessageVector {
        MessageVector(
            suite: suite,
            device: phone,
            prekeys: [prekey],
            records: [record],
            opening: Opening(payload),
            sender: server
        )
    }

    /// A vector in which `draft` is refused as `expected`.
    func refused(_ expected: OpeningError, _ draft: MessageDraft) throws -> MessageVector {
        try refused(expected, draft.crafted().envelope)
    }

    /// A vector in which `envelope` is refused as `expected`.
    func refused(_ expected: OpeningError, _ envelope: [UInt8]) throws -> MessageVector {
        try refused(expected, payload: Self.outer(envelope))
    }

    /// A vector in which `payload` is refused as `expected`.
    func refused(_ expected: OpeningError, payload: [UInt8]) -> MessageVector {
        var vector = message(payload: payload)
        vector.opening.expected = expected.rawValue
        return vector
    }

    /// A vector in which `draft` is opened, with its intermediate values.
    func opened(_ draft: MessageDraft) throws -> MessageVector {
        let crafted = try draft.crafted()
        try draft.checkAgainstSealer(crafted)
        var vector = try message(crafted.envelope)
        vector.opening.content = String(decoding: draft.content, as: UTF8.self)
        vector.steps = crafted
        return vector
    }

    static func outer(_ envelope: [UInt8]) throws -> [UInt8] {
        try OuterPayload(
            envelope: envelope.span,
            placeholder: .generic,
            kind: envelope.count > 2880 ? .voip : .alert
        ).bytes
    }

    /// An outer payload around a text that need not be an envelope's.
    static func outer(text: String) -> [UInt8] {
        JSONWriter.object { payload in
            payload.object("aps") { aps in
                aps.object("alert") { $0.add("body", "New notification") }
                aps.add("mutable-content", 1)
            }
            payload.add("encrypted-content", text)
        }
    }
}

extension MessageDraft {
    /// The largest content of `count` bytes: an alert of one letter repeated.
    mutating func fill(_ count: Int) {
        let empty = #"{"aps":{"alert":""}}"#
        let text = String(repeating: "x", count: count - empty.utf8.count)
        setContent(#"{"aps":{"alert":"\#(text)"}}"#)
    }

    /// An honest draft of suite 1 comes out of the sealer byte for byte, given the same randomness.
    func checkAgainstSealer(_ crafted: CraftedMessage) throws {
        guard let ephemeral = crafted.encapsulated.ephemeral, case .fresh = encapsulation,
            let topic = Topic(topic), let timeToLive = TimeToLive(seconds: timeToLive)
        else { return }
        let pieces = RandomPieces([crafted.messageIDRandom, ephemeral.random])
        var sealer = MessageSealer(randomness: { target in pieces.fill(&target) })
        let sealed = try sealer.seal(
            content.span,
            from: sender.keys(),
            to: record,
            topic: topic,
            created: Timestamp(clamping: created),
            timeToLive: timeToLive,
            envelopeCount: crafted.envelope.count
        )
        guard sealed.envelope == crafted.envelope else { throw MakerError.sealerDiffers(name) }
    }
}

/// What the maker finds wrong with itself.
enum MakerError: Error {
    /// The sealer made another envelope from the same input.
    case sealerDiffers(String)
    /// A random topic is none.
    case badTopic
}
