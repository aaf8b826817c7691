// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushSender
import SenderTestSupport
import TestSupport

/// Random notifications that the product's own sealer seals, for another implementation to open.
struct RandomMessages {
    private var random: SeededGenerator
    private var notifications: RandomNotification

    private static let minute: UInt64 = 60_000
    private static let day: UInt64 = 24 * 60 * minute

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        notifications = RandomNotification(seed: seed)
    }

    /// The next `count` messages; each is one that a device opens.
    mutating func make(_ count: Int) async throws -> [Vector] {
        var group = VectorGroup(from: 1)
        while group.vectors.count < count {
            guard let message = try await message() else { continue }
            try group.add("sealed", rule: "M-42", "A random notification.") {
                try message.vector($0)
            }
        }
        return group.vectors
    }

    /// A message, or nil where the random content does not fit.
    private mutating func message() async throws -> MessageVector? {
        let device = TestDevice(pick("phone-1", "phone-2"))
        let sender = TestSender(pick("server-1", "server-2", "person-1"))
        let now = Moment.base.advanced(by: .milliseconds(number(upTo: 40 * Self.day)))
        let prekeys = prekeyNames()
        let terms = terms(at: now)
        let records = prekeys.map { device.record($0, terms) }
        let payload = try notifications.payload()
        let options = options()
        let topic = pick("a", "com.example.app", "org.größe.日本", String(repeating: "t", count: 250))
        guard let topicValue = Topic(topic) else { throw MakerError.badTopic }
        let sealer = Sender(keys: try sender.keys(), memory: TransientSenderMemory())
        let bundle = try DeviceBundle(device: device.identity, records: records)
        let target = SealingTarget(bundle, recipient: .untracked, topic: topicValue)
        let sealed: SealedNotification
        do throws(SealingError) {
            sealed = try await sealer.seal(
                sealer.prepare(payload, options, now: now),
                for: target,
                now: now
            )
        } catch .contentTooLarge {
            return nil
        } catch .placeholderRefused {
            return nil
        }
        var opening = Opening(sealed.payload)
        opening.push = options.kind == .alert ? nil : options.kind.rawValue
        let life = sealed.expiry.milliseconds - now.milliseconds
        opening.now = now.advanced(by: .milliseconds(number(upTo: life + 5 * Self.minute)))
        opening.contacts = chance(75) ? [sender.name] : []
        let fields = ToolkitFields(
            from: options.from,
            name: options.name,
            template: options.template
        )
        let content = try payload.adding(fields).compacted()
        opening.content = String(decoding: content.bytes, as: UTF8.self)
        return MessageVector(
            device: device,
            topic: topic,
            prekeys: prekeys,
            records: records,
            opening: opening,
            sender: sender
        )
    }

    /// A reusable prekey and perhaps one-time ones, in any order.
    private mutating func prekeyNames() -> [PrekeyName] {
        var names = [PrekeyName.reusable]
        if chance(50) { names.append(.oneTime1) }
        if chance(25) { names.append(.oneTime2) }
        return names.shuffled(using: &random)
    }

    /// The terms of one generation that is valid at `now`, down to the last millisecond.
    private mutating func terms(at now: Timestamp) -> (inout PrekeyRecord.Terms) -> Void {
        let epoch = UInt32.random(in: 0...UInt32.max, using: &random)
        let minimumEpoch = UInt32.random(in: 0...epoch, using: &random)
        let notBefore = Timestamp(clamping: now.milliseconds - number(upTo: Self.day))
        let life = chance(10) ? 1 : 1 + number(upTo: 45 * Self.day)
        return { terms in
            terms.epoch = epoch
            terms.minimumEpoch = minimumEpoch
            terms.notBefore = notBefore
            terms.notAfter = now.advanced(by: .milliseconds(life))
        }
    }

    /// Options of every kind, but nothing is shortened: what is opened must be known here.
    private mutating func options() -> SealingOptions {
        var options = notifications.options()
        options.shortening = []
        return options
    }

    private mutating func pick(_ values: String...) -> String {
        values.randomElement(using: &random) ?? ""
    }

    private mutating func number(upTo maximum: UInt64) -> UInt64 {
        UInt64.random(in: 0...maximum, using: &random)
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }
}
