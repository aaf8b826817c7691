// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

/// What the message id depends on, by sealing with randomness that repeats.
///
/// The id is in info, so the key of a message whose id differs is another one, whatever else
/// repeats.
@Suite(.rules("M-42")) struct MessageIDTests {
    /// What every draw of the sealer's randomness gives.
    private static let random = [UInt8](1...32)

    private func seal(
        _ content: String = Exchange.content,
        from sender: SenderKeys,
        to record: PrekeyRecord,
        topic: String = "com.example.app",
        at created: Timestamp = Exchange.now,
        timeToLive: TimeToLive = .day,
        count: Int = 2048
    ) throws -> SealedMessage {
        var sealer = MessageSealer(randomness: { target in
            for index in target.indices { target[index] = Self.random[index] }
        })
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

    @Test(.rules("C-5"))
    func `repeated randomness gives no message id twice for different content`() throws {
        let device = try SampleDevice()
        let sender = try SenderKeys.sample()
        let record = try device.record()
        var terms = SampleDevice.terms()
        terms.epoch += 1
        let later = Exchange.now.advanced(by: .milliseconds(1))
        let messages = [
            try seal(from: sender, to: record),
            try seal(Exchange.content + " ", from: sender, to: record),
            try seal(from: sender, to: device.record(terms)),
            try seal(from: sender, to: SampleDevice(2).record()),
            try seal(from: sender, to: record, at: later),
            try seal(from: sender, to: record, timeToLive: .maximum),
            try seal(from: sender, to: record, count: 2880),
            try seal(from: SenderKeys.sample(2), to: record),
        ]
        #expect(Set(messages.map(\.messageID)).count == messages.count)
        let again = try seal(from: sender, to: record)
        #expect(again.messageID == messages[0].messageID)
        // X-Wing draws its own randomness: even then the key is another one.
        #expect(again.envelope[25..<1145] != messages[0].envelope[25..<1145])
    }

    /// M-42, steps 3 and 4.
    @Test func `true randomness gives every envelope an id and an encapsulated key of its own`()
        throws
    {
        let exchange = try Exchange()
        let first = try exchange.seal()
        let second = try exchange.seal()
        #expect(first.messageID != second.messageID)
        #expect(first.envelope[25..<1145] != second.envelope[25..<1145])
    }

    @Test func `the sender secret enters the message id`() throws {
        let record = try SampleDevice().record()
        let seed = SecretBytes(copying: [UInt8](repeating: 5, count: 32).span)
        let ids = try [UInt8]([1, 2]).map { byte in
            let bytes = [UInt8](repeating: byte, count: 32)
            let secret = SecretBytes(copying: bytes.span)
            let sender = try SenderKeys(signingKey: SigningKey(seed: seed), secret: secret)
            return try self.seal(from: sender, to: record).messageID
        }
        #expect(ids[0] != ids[1])
    }

    @Test(.rules("C-5 C-45")) func `the message id follows its formula`() throws {
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
            input.update(Self.random)
            input.update(SHA256.hash(record.span))
            input.update(SHA256.hash(rest.span))
        }
        #expect(sealed.messageID.bytes == Array(messageID.prefix(16)))
    }
}
