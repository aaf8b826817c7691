// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The parties of the message vectors, and the shortest ways to a vector.
struct Scene {
    let phone = TestDevice("phone-1")
    let server = TestSender("server-1")
    let prekey: PrekeyName
    var record: PrekeyRecord

    static let hello = #"{"aps":{"alert":{"title":"Hello","body":"How are you?"}}}"#

    init(_ prekey: PrekeyName = .reusable) {
        self.prekey = prekey
        record = phone.record(prekey)
    }

    func draft(
        _ heading: Heading,
        salt: String = "",
        content: String = Scene.hello,
        from sender: TestSender? = nil
    ) -> MessageDraft {
        MessageDraft(heading.name + salt, to: record, from: sender ?? server, content: content)
    }

    /// A vector around an outer payload.
    func message(payload: [UInt8]) -> MessageVector {
        MessageVector(
            device: phone,
            prekeys: [prekey],
            records: [record],
            opening: Opening(payload),
            sender: server
        )
    }

    /// A vector in which `draft` is opened, perhaps with its intermediate values.
    func opened(_ draft: MessageDraft, steps: Bool = false) throws -> MessageVector {
        let crafted = try draft.crafted()
        var vector = message(payload: try Self.outer(crafted.envelope))
        vector.opening.content = String(decoding: draft.content, as: UTF8.self)
        vector.sender = draft.sender
        if steps { vector.steps = crafted }
        return vector
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

extension MessageVector {
    /// The vector with its opening as the last of `before`, and then another opening of the same.
    func again(_ expected: String, _ change: (inout Opening) throws -> Void = { _ in }) rethrows
        -> MessageVector
    {
        var vector = self
        vector.before.append(opening)
        vector.opening.expected = expected
        vector.opening.stop = nil
        vector.opening.content = expected == "recovered" ? opening.content : nil
        try change(&vector.opening)
        return vector
    }

    /// The vector with a change to its opening.
    func with(_ change: (inout Opening) throws -> Void) rethrows -> MessageVector {
        var vector = self
        try change(&vector.opening)
        return vector
    }
}

extension Opening {
    /// The opening as one that is refused.
    mutating func refuse(_ expected: OpeningError) {
        self.expected = expected.rawValue
        content = nil
    }
}

/// What the maker finds wrong with itself.
enum MakerError: Error {
    /// A random topic is none.
    case badTopic
}
