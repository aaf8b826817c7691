// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushSender
import SenderTestSupport
import TestSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Random notifications, sealed by the keys of the folder `keys`.
struct RandomMessages {
    private var random: SeededGenerator
    private var notifications: RandomNotification

    private static let minute: UInt64 = 60_000
    private static let day: UInt64 = 24 * 60 * minute
    private static let start: UInt64 = 1_750_000_000_000

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        notifications = RandomNotification(seed: seed)
    }

    /// The text of the next vector: of a message that a device opens.
    mutating func next(named name: String) async throws -> [UInt8] {
        while true {
            if let text = try await vector(named: name) { return text }
        }
    }

    /// A vector, or nil where the random content does not fit.
    private mutating func vector(named name: String) async throws -> [UInt8]? {
        let device = pick("phone-1", "phone-2")
        let senderName = pick("server-1", "server-2", "person-1")
        let now = Timestamp(clamping: Self.start + number(upTo: 40 * Self.day))
        let prekeys = prekeyNames()
        let bundle = try bundle(of: device, prekeys, at: now)
        let payload = try notifications.payload()
        // Nothing is shortened: what is opened must be known here.
        var options = notifications.options()
        options.shortening = []
        let topicText = pick(
            "a",
            "com.example.app",
            "org.größe.日本",
            String(repeating: "t", count: 250)
        )
        guard let topic = Topic(topicText) else { throw WireError.malformed }
        let secret = Self.hash("secret \(senderName)")
        let keys = try SenderKeys(
            signingKey: Self.signingKey(senderName),
            secret: SecretBytes(copying: secret.span)
        )
        let sender = Sender(keys: keys, memory: TransientSenderMemory())
        let target = SealingTarget(bundle, recipient: .untracked, topic: topic)
        let sealed: SealedNotification
        do throws(SealingError) {
            sealed = try await sender.seal(
                sender.prepare(payload, options, now: now),
                for: target,
                now: now
            )
        } catch .contentTooLarge {
            return nil
        } catch .placeholderRefused {
            return nil
        }
        let life = sealed.expiry.milliseconds - now.milliseconds + 5 * Self.minute
        let opened = now.advanced(by: .milliseconds(number(upTo: life)))
        let isContact = chance(75)
        let fields = ToolkitFields(
            from: options.from,
            name: options.name,
            template: options.template
        )
        let content = try payload.adding(fields).compacted()
        return JSONWriter.object(pretty: true) { vector in
            vector.add("name", name)
            vector.add("comment", "A random notification.")
            vector.add("rule", "M-42")
            vector.add("kind", "message")
            vector.add("expected", "opened")
            vector.add("device", device)
            vector.add("topic", topicText)
            vector.add("bundle", bundle.text)
            vector.array("prekeys") { list in
                for prekey in prekeys { list.add(prekey) }
            }
            vector.add("sender", senderName)
            if options.kind != .alert { vector.add("push", options.kind.rawValue) }
            vector.add("now", opened.milliseconds)
            vector.array("contacts") { list in
                if isContact { list.add(senderName) }
            }
            vector.add("unknownSenders", "show")
            vector.add("payload", String(decoding: sealed.payload, as: UTF8.self))
            vector.add("content", String(decoding: content.bytes, as: UTF8.self))
        }
    }

    // MARK: - Keys

    private static func hash(_ text: String) -> [UInt8] {
        let bytes = Array("SealedPush published test \(text)".utf8)
        return SHA256.hash(bytes.span)
    }

    private static func signingKey(_ name: String) throws -> SigningKey {
        let seed = hash("identity \(name)")
        return try SigningKey(seed: SecretBytes(copying: seed.span))
    }

    /// A bundle of one generation that is valid at `now`, down to the last millisecond.
    private mutating func bundle(
        of device: String,
        _ prekeys: [String],
        at now: Timestamp
    ) throws -> DeviceBundle {
        let key = try Self.signingKey(device)
        let epoch = UInt32.random(in: 0...UInt32.max, using: &random)
        let minimumEpoch = UInt32.random(in: 0...epoch, using: &random)
        let notBefore = Timestamp(clamping: now.milliseconds - number(upTo: Self.day))
        let life = chance(10) ? 1 : 1 + number(upTo: 45 * Self.day)
        let records = try prekeys.map { prekey in
            let seed = Self.hash("prekey \(device) \(prekey)")
            var terms = PrekeyRecord.Terms(
                class: prekey == "reusable" ? .reusable : .oneTime,
                epoch: epoch,
                notBefore: notBefore,
                notAfter: now.advanced(by: .milliseconds(life))
            )
            terms.minimumEpoch = minimumEpoch
            let publicKey = try DevicePrekey.publicKey(seed: seed.span)
            return PrekeyRecord(signing: publicKey, terms: terms, with: key)
        }
        return try DeviceBundle(device: DeviceIdentity(key.publicKey), records: records)
    }

    /// A reusable prekey and perhaps one-time ones, in any order.
    private mutating func prekeyNames() -> [String] {
        var names = ["reusable"]
        if chance(50) { names.append("one-time-1") }
        if chance(25) { names.append("one-time-2") }
        return names.shuffled(using: &random)
    }

    // MARK: - Dice

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

/// `swift run RandomMessages FOLDER COUNT SEED` writes vectors of random messages that the product's
/// sealer seals, for another implementation to open.
@main
struct MakeMessages {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3, let folder = arguments.first.map({ URL(filePath: $0) }),
            let count = Int(arguments[2]), let seed = UInt64(arguments[3])
        else { throw UsageError.folderCountAndSeedExpected }
        var messages = RandomMessages(seed: seed)
        for number in 1...count {
            let digits = String(number)
            let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-sealed"
            let vector = try await messages.next(named: name)
            try Data(vector).write(to: folder.appending(path: "\(name).json"))
        }
        print("\(count) vectors")
    }
}

/// How the program was called wrongly.
enum UsageError: Error {
    /// A folder, how many messages to make, and a seed are wanted.
    case folderCountAndSeedExpected
}
