// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// A vector of a receiver: what it holds, what it opened before, what it opens now.
struct MessageVector {
    private var device: VectorDevice
    private let before: [VectorOpening]
    private let opening: VectorOpening
    private let object: VectorObject

    static let members: Set<String> = VectorOpening.members.union([
        "device", "topic", "bundle", "prekeys", "sender", "before", "steps", "attachments",
        "refusedAttachments", "remove",
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

    /// What the content says of files and of earlier notifications; nothing where it says nothing.
    private func checkFields(of claim: Claim?) throws(VectorFault) {
        let fields = claim.flatMap { try? Payload(opened: $0.content) }?.fields
        let read = [
            ("attachments", fields?.attachments.map(\.url)),
            ("refusedAttachments", fields?.refusedAttachments.map(\.rawValue)),
            ("remove", fields?.remove),
        ]
        for (key, values) in read {
            try VectorFault.compare(key, values ?? [], with: object.stringsIfAny(key))
        }
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
