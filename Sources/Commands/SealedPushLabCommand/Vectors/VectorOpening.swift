// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// One run of a receiver in a vector: what it is given and how it must end.
struct VectorOpening {
    /// Where the run is stopped before it has handed over and emptied its claim.
    enum Stop: String {
        case afterClaim, afterErasure
    }

    /// What is erased after the prekey was loaded and before the claim.
    enum Erasure: String {
        case privateHalf, claimDirectory
    }

    let expected: String
    let payload: [UInt8]
    /// What the system delivered the push as.
    let push: Payload.PushKind
    let now: Timestamp
    let arrival: Timestamp?
    let contacts: [[UInt8]]
    let blocked: [[UInt8]]
    let revoked: [[UInt8]]
    let unknownSenders: ContactStatus.UnknownSenderPolicy
    /// The messages of unknown senders that were counted for the day; nil leaves what was counted.
    let strangers: Int?
    let stop: Stop?
    let erasedMeanwhile: Erasure?
    let content: [UInt8]?
    /// The contact whose candidate the sender is once the message is opened.
    let candidateOf: [UInt8]?

    static let members: Set<String> = [
        "expected", "payload", "payloadHex", "push", "now", "arrival", "contacts", "blocked",
        "revoked", "unknownSenders", "strangers", "stop", "erasedMeanwhile", "content",
        "candidateOf",
    ]

    init(_ object: VectorObject) throws(VectorFault) {
        expected = try object.string("expected")
        if object.has("payloadHex") {
            try object.lacks("payload")
            payload = try object.bytes("payloadHex")
        } else {
            payload = Array(try object.string("payload").utf8)
        }
        push = try Self.value("push", of: object) ?? .alert
        now = try object.moment("now")
        arrival = object.has("arrival") ? try object.moment("arrival") : nil
        contacts = try Self.identities("contacts", of: object)
        blocked = try Self.identities("blocked", of: object)
        revoked = try Self.identities("revoked", of: object)
        switch try object.string("unknownSenders") {
        case "show": unknownSenders = .showUnverified
        case "refuse": unknownSenders = .refuse
        default: throw VectorFault("unknownSenders is neither show nor refuse")
        }
        strangers = object.has("strangers") ? try object.number("strangers") as Int : nil
        stop = try Self.value("stop", of: object)
        erasedMeanwhile = try Self.value("erasedMeanwhile", of: object)
        content = object.has("content") ? Array(try object.string("content").utf8) : nil
        candidateOf =
            object.has("candidateOf")
            ? try PublishedKeys.identity(object.string("candidateOf")) : nil
    }

    /// The identities that `key` names, none if it is left out.
    private static func identities(
        _ key: String,
        of object: VectorObject
    ) throws(VectorFault) -> [[UInt8]] {
        var identities: [[UInt8]] = []
        for name in try object.stringsIfAny(key) {
            identities.append(try PublishedKeys.identity(name))
        }
        return identities
    }

    private static func value<Value: RawRepresentable<String>>(
        _ key: String,
        of object: VectorObject
    ) throws(VectorFault) -> Value? {
        guard object.has(key) else { return nil }
        guard let value = Value(rawValue: try object.string(key)) else {
            throw VectorFault("unknown \(key)")
        }
        return value
    }
}
