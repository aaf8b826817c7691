// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import SealedPushCrypto
import Testing

/// What the message id and the ephemeral depend on, by sealing with randomness that repeats.
@Suite struct HedgingTests {
    /// The draws of a sealer: the first 32 bytes are 1, 2, 3 ..., the next 101, 102 ..., and so on.
    private static func draw(_ number: UInt8) -> [UInt8] {
        (1...32).map { $0 + 100 * number }
    }

    private final class Draws: @unchecked Sendable /* one test, one thread */ {
        private var number: UInt8 = 0

        func fill(_ target: inout MutableSpan<UInt8>) {
            let bytes = draw(number)
            for index in target.indices { target[index] = bytes[index] }
            number += 1
        }
    }

    private func seal(
        _ content: String = Exchange.content,
        from sender: SenderKeys,
        to record: PrekeyRecord,
        topic: String = "com.example.app",
        at created: Timestamp = Exchange.now,
        timeToLive: TimeToLive = .day,
        count: Int = 2048
    ) throws -> SealedMessage {
        let draws = Draws()
        var sealer = MessageSealer(randomness: { draws.fill(&$0) })
        let bytes = Array(content.utf8)
        return try sealer.seal(
            bytes.span,
            from: sender,
            to: record,
            topic: Exchange.topic(topic),
            created: created,
            timeToLive: timeToLive,
            envelopeCount: count
        )
    }

    private func encapsulatedKey(_ sealed: SealedMessage) -> [UInt8] {
        Array(sealed.envelope[28..<(sealed.suite == .x25519 ? 60 : 1148)])
    }

    /// What makes a message another one.
    private func variations() throws -> [SealedMessage] {
        let device = try SampleDevice()
        let sender = try SenderKeys.sample()
        let record = try device.record()
        var terms = SampleDevice.terms()
        terms.epoch += 1
        let later = Exchange.now.advanced(by: .milliseconds(1))
        return [
            try seal(from: sender, to: record),
            try seal(Exchange.content + " ", from: sender, to: record),
            try seal(from: sender, to: device.record(terms)),
            try seal(from: sender, to: SampleDevice(2).record()),
            try seal(from: sender, to: record, at: later),
            try seal(from: sender, to: record, timeToLive: .maximum),
            try seal(from: sender, to: record, count: 2880),
            try seal(from: SenderKeys.sample(2), to: record),
        ]
    }

    @Test(arguments: Suite.allCases)
    func `repeated randomness never gives two messages one id or one ephemeral`(
        _ suite: Suite
    ) throws {
        let messages = try variations(suite)
        #expect(Set(messages.map(\.messageID)).count == messages.count)
        #expect(Set(messages.map(encapsulatedKey)).count == messages.count)
    }

    @Test func `the topic is hedged through info`() throws {
        let record = try SampleDevice().record()
        let sender = try SenderKeys.sample()
        let first = try seal(from: sender, to: record)
        let second = try seal(from: sender, to: record, topic: "com.example.apq")
        #expect(first.messageID == second.messageID)
        #expect(encapsulatedKey(first) != encapsulatedKey(second))
    }

    @Test func `in suite 1 the same everything gives the same envelope`() throws {
        let record = try SampleDevice().record()
        let sender = try SenderKeys.sample()
        #expect(try seal(from: sender, to: record) == seal(from: sender, to: record))
    }

    @Test(arguments: Suite.allCases)
    func `true randomness gives every envelope an id and an ephemeral of its own`(
        _ suite: Suite
    ) throws {
        let exchange = try Exchange()
        let first = try exchange.seal()
        let second = try exchange.seal()
        #expect(first.messageID != second.messageID)
        #expect(encapsulatedKey(first) != encapsulatedKey(second))
    }

    @Test func `the sender secret hedges what the identity alone does not`() throws {
        let record = try SampleDevice().record()
        let seed = SecretBytes(copying: [UInt8](repeating: 5, count: 32).span)
        let messages = try [UInt8]([1, 2]).map { byte in
            let bytes = [UInt8](repeating: byte, count: 32)
            let secret = SecretBytes(copying: bytes.span)
            let sender = try SenderKeys(signingKey: SigningKey(seed: seed), secret: secret)
            return try self.seal(from: sender, to: record)
        }
        #expect(messages[0].messageID != messages[1].messageID)
        #expect(encapsulatedKey(messages[0]) != encapsulatedKey(messages[1]))
    }

    @Test func `message id and ephemeral follow their formulas`() throws {
        let exchange = try Exchange()
        let sealed = try seal(from: exchange.sender, to: exchange.record)
        let info = RawMessage.info(
            topic: "com.example.app",
            device: exchange.device.device.bytes,
            record: exchange.record,
            messageID: sealed.messageID.bytes
        )
        let rest = try RawPlaintext(of: sealed.envelope, info: info).rest
        let record = exchange.record.bytes
        let secret = [UInt8](repeating: 0xC1, count: 32)
        let messageID = HMACSHA256.code(key: secret.span) { input in
            input.update(Array("SealedPush v1 message id\0".utf8))
            input.update(Self.draw(0))
            input.update(SHA256.hash(record.span))
            input.update(SHA256.hash(rest.span))
        }
        #expect(sealed.messageID.bytes == Array(messageID.prefix(16)))
        guard suite == .x25519 else { return }
        let message = info + rest
        let noSalt = [UInt8](repeating: 0, count: 32)
        let extracted = HMACSHA256.code(key: noSalt.span) { input in
            input.update(Self.draw(1))
            input.update(secret)
            input.update(SHA256.hash(message.span))
        }
        let material = HMACSHA256.code(key: extracted.span) { input in
            input.update(Array("SealedPush v1 ephemeral\0".utf8))
            input.update([1])
        }
        #expect(encapsulatedKey(sealed) == (try Self.derivedPublicKey(material)))
    }

    /// The public key of DeriveKeyPair (RFC 9180, section 7.1.3), from HMAC alone.
    private static func derivedPublicKey(_ material: [UInt8]) throws -> [UInt8] {
        let prefix = Array("HPKE-v1KEM".utf8) + [0x00, 0x20]
        let noSalt = [UInt8](repeating: 0, count: 32)
        let extracted = HMACSHA256.code(key: noSalt.span) { input in
            input.update(prefix + Array("dkp_prk".utf8) + material)
        }
        let scalar = HMACSHA256.code(key: extracted.span) { input in
            input.update([0, 32] + prefix + Array("sk".utf8) + [1])
        }
        return try X25519PrivateKey(reading: scalar.span).publicKey.bytes
    }
}
