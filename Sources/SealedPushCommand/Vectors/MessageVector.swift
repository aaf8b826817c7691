// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// A vector of a receiver: what it holds, what it opened before, what it opens now.
struct MessageVector {
    private var device: VectorDevice
    private let before: [VectorOpening]
    private let opening: VectorOpening
    private let sender: String
    private let steps: VectorObject?

    static let members: Set<String> = VectorOpening.members.union([
        "suite", "device", "topic", "bundle", "prekeys", "sender", "before", "steps",
    ])

    init(_ object: VectorObject) throws(VectorFault) {
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
        guard Suite(rawValue: try object.number("suite")) != nil else {
            throw VectorFault("no such suite")
        }
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
        sender = try object.string("sender")
        steps = try object.object("steps", allowed: MessageSteps.members)
    }

    func check() throws(VectorFault) {
        var device = device
        for (index, opening) in before.enumerated() {
            try Self.check(opening, on: &device, what: "opening \(index + 1) of before")
        }
        try Self.check(opening, on: &device, what: "the opening")
        guard let steps else { return }
        try MessageSteps(
            payload: opening.payload,
            prekeys: self.device.prekeys,
            topic: self.device.topic,
            sender: sender
        ).check(steps)
    }

    private static func check(
        _ opening: VectorOpening,
        on device: inout VectorDevice,
        what: String
    ) throws(VectorFault) {
        let outcome = try device.open(opening)
        try VectorFault.compare(what, outcome.name, with: opening.expected)
        if opening.stop != nil, outcome.name != "opened" {
            throw VectorFault("stop of a run that wins no claim")
        }
        guard case .passed(_, let claim) = outcome else {
            guard opening.content == nil else { throw VectorFault("content of what is refused") }
            return
        }
        guard let content = opening.content else { throw VectorFault("no string content") }
        try VectorFault.compare("the content of \(what)", claim.content, with: content)
    }
}
