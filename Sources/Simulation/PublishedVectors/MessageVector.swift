// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushExplanation

/// A vector of a receiver: what it holds, what it opened before, what it opens now.
struct MessageVector {
    private var device: VectorDevice
    private let before: [VectorOpening]
    private let opening: VectorOpening
    private let object: VectorObject

    static let members: Set<String> = VectorOpening.members.union([
        "device", "topic", "bundle", "prekeys", "sender", "before", "steps", "attachments",
        "refusedAttachments", "remove", "paired",
    ])

    init(_ object: VectorObject) throws(VectorFault) {
        self.object = object
        guard let topic = Topic(try object.string("topic")) else { throw VectorFault("no topic") }
        device = VectorDevice(topic: topic)
        let name = try object.string("device")
        let bundle: DeviceBundle
        do {
            bundle = try DeviceBundle(text: object.string("bundle"))
        } catch {
            throw VectorFault("the bundle is refused")
        }
        try VectorFault.compare(
            "the device of the bundle",
            bundle.device.bytes,
            with: PublishedKeys.identity(name)
        )
        let prekeys = try object.strings("prekeys")
        guard prekeys.count == bundle.records.count else {
            throw VectorFault("prekeys and bundle have different lengths")
        }
        for (prekey, record) in zip(prekeys, bundle.records) {
            let seed = PublishedKeys.prekeySeed(prekey, of: name)
            device.prekeys[record.id] = VectorDevice.Held(record: record, seed: seed)
        }
        var before: [VectorOpening] = []
        for earlier in try object.objects("before", allowed: VectorOpening.members) {
            before.append(try VectorOpening(earlier))
        }
        self.before = before
        opening = try VectorOpening(object)
    }

    func check() throws(VectorFault) {
        var device = device
        for (index, opening) in before.enumerated() {
            try Self.check(opening, on: &device, what: "opening \(index + 1) of before")
        }
        let claim = try Self.check(opening, on: &device, what: "the opening")
        try checkFields(of: claim)
        let sender = try object.string("sender")
        _ = try PublishedKeys.identity(sender)
        guard let steps = try object.object("steps", allowed: MessageSteps.members) else { return }
        try MessageSteps(
            payload: opening.payload,
            prekeys: self.device.prekeys,
            topic: self.device.topic.text + (opening.push == .voip ? ".voip" : ""),
            sender: sender
        ).check(steps)
    }

    /// The explanation of the last opening, with what the device of the vector does.
    func explanation() throws(VectorFault) -> PushExplanation {
        var device = device
        for opening in before { _ = try device.open(opening) }
        var trace = OpeningTrace()
        _ = try device.open(opening, &trace)
        var explanation = PushExplanation(of: opening.payload, kind: opening.push)
        explanation.go(on: trace)
        return explanation
    }

    /// What the content says of files and of earlier notifications; nothing where it says nothing.
    private func checkFields(of claim: Claim?) throws(VectorFault) {
        let fields = claim.flatMap { try? Payload(opened: $0.content) }?.fields
        let read = [
            ("attachments", fields?.attachments.map(\.url)),
            ("refusedAttachments", fields?.refusedAttachments.map(\.name)),
            ("remove", fields?.remove),
        ]
        for (key, values) in read {
            try VectorFault.compare(key, values ?? [], with: object.stringsIfAny(key))
        }
        let paired = object.has("paired") ? try object.bytes("paired") : nil
        try VectorFault.compare("paired", fields?.paired?.bytes, with: paired)
    }

    /// Gives the claim where the opening passed, as it must or must not.
    @discardableResult
    private static func check(
        _ opening: VectorOpening,
        on device: inout VectorDevice,
        what: String
    ) throws(VectorFault) -> Claim? {
        let outcome = try device.open(opening)
        try VectorFault.compare(what, outcome.name, with: opening.expected)
        if opening.stop != nil, outcome.name != "opened" {
            throw VectorFault("stop of a run that wins no claim")
        }
        guard case .passed(_, let claim) = outcome else {
            guard opening.content == nil, opening.candidateOf == nil else {
                throw VectorFault("content of what is refused")
            }
            return nil
        }
        guard device.contact(ofCandidate: claim.sender, opening) == opening.candidateOf else {
            throw VectorFault("candidateOf of \(what) is another one")
        }
        guard let content = opening.content else { throw VectorFault("no string content") }
        try VectorFault.compare("the content of \(what)", claim.content, with: content)
        return claim
    }
}

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

    /// One run that nothing stops, of a receiver that shows unknown senders.
    init(_ payload: [UInt8], as push: Payload.PushKind, now: Timestamp, contacts: [[UInt8]]) {
        (self.payload, self.push, self.now, self.contacts) = (payload, push, now, contacts)
        (expected, unknownSenders) = ("opened", .showUnverified)
        (arrival, strangers, stop, erasedMeanwhile) = (nil, nil, nil, nil)
        (blocked, revoked, content, candidateOf) = ([], [], nil, nil)
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
