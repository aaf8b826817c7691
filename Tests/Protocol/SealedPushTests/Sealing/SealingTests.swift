// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct SealingTests {
    @Test(.rules("M-42"), arguments: Padding.allCases)
    func `an envelope has the size of its padding and the fields of the tables`(
        _ padding: Padding
    ) throws {
        let exchange = try Exchange()
        let sealed = try exchange.seal(padding: padding)
        let count = try padding.envelopeCount(contentCount: Exchange.content.utf8.count)
        #expect(sealed.envelope.count == count)
        #expect(sealed.envelope[0] == 1)
        #expect(Array(sealed.envelope[1..<9]) == exchange.record.id.bytes)
        #expect(Array(sealed.envelope[9..<25]) == sealed.messageID.bytes)
        #expect(sealed.prekeyID == exchange.record.id)
        #expect(sealed.prekeyClass == .reusable)
        #expect(exchange.open(sealed.envelope).message != nil)
    }

    @Test(.rules("C-49")) func `info has 101 bytes and the topic's`() throws {
        let exchange = try Exchange()
        for topic in ["a", "com.example.app", String(repeating: "é", count: 127)] {
            let info = RawMessage.info(
                topic: topic,
                device: exchange.device.device.bytes,
                record: exchange.record,
                messageID: [UInt8](repeating: 1, count: 16)
            )
            #expect(info.count == 101 + topic.utf8.count)
        }
    }

    /// What is decrypted here is bound to info by its table alone, which the sealer follows.
    @Test(.rules("M-4 M-5 M-42"))
    func `the plaintext has the fields of the tables and the sender's signature`() throws {
        let exchange = try Exchange()
        let sealed = try exchange.seal()
        let info = RawMessage.info(
            topic: exchange.topic.text,
            device: exchange.device.device.bytes,
            record: exchange.record,
            messageID: sealed.messageID.bytes
        )
        let plaintext = try RawPlaintext(of: sealed.envelope, info: info)
        let content = Array(Exchange.content.utf8)
        #expect(plaintext.created == [0, 0, 1, 0x97, 0x74, 0x20, 0xDC, 0])
        #expect(plaintext.timeToLive == [0, 1, 0x51, 0x80])
        #expect(plaintext.sender == exchange.sender.identity.bytes)
        #expect(plaintext.contentLength == [0, UInt8(content.count)])
        #expect(Array(plaintext.bytes[110..<110 + content.count]) == content)
        #expect(plaintext.bytes.dropFirst(110 + content.count).allSatisfy { $0 == 0 })
        let associatedData = sealed.envelope.prefix(1145)
        let signed =
            Array("SealedPush v1 message\0".utf8) + SHA512.hash(info.span) + associatedData
            + plaintext.rest
        let isValid = exchange.sender.identity.key.isValidSignature(
            plaintext.signature.span,
            for: signed.span
        )
        #expect(isValid)
    }

    @Test(.rules("M-26 M-27"))
    func `content of exactly the capacity is sealed, one byte more is refused`() throws {
        let exchange = try Exchange()
        let overhead = 1271
        func seal(_ count: Int, in envelopeCount: Int) throws -> SealedMessage {
            var sealer = MessageSealer()
            let content = [UInt8](repeating: 0x20, count: count)
            return try sealer.seal(
                content.span,
                from: exchange.sender,
                to: exchange.record,
                topic: exchange.topic,
                created: Exchange.now,
                timeToLive: .day,
                envelopeCount: envelopeCount
            )
        }
        for size in [overhead, overhead + 1, 2880, 3774] {
            let most = size - overhead
            #expect(try seal(most, in: size).envelope.count == size)
            #expect(throws: SealingError.contentTooLarge(needed: most + 1, available: most)) {
                try seal(most + 1, in: size)
            }
        }
        #expect(throws: SealingError.contentTooLarge(needed: 0, available: 0)) {
            try seal(0, in: overhead - 1)
        }
        #expect(throws: SealingError.self) { try seal(0, in: 3775) }
        #expect(throws: SealingError.self) { try seal(0, in: -1) }
    }

    @Test func `the expiry never passes the prekey's end, and that is reported`() throws {
        let exchange = try Exchange()
        let notAfter = exchange.record.terms.notAfter
        let free = try exchange.seal(at: notAfter.advanced(by: .seconds(-86_400)))
        #expect(free.expiry == notAfter)
        #expect(!free.isExpiryClamped)
        let clamped = try exchange.seal(at: notAfter.advanced(by: .milliseconds(-86_399_999)))
        #expect(clamped.expiry == notAfter)
        #expect(clamped.isExpiryClamped)
        let early = try exchange.seal()
        #expect(early.expiry == Exchange.now.advanced(by: .seconds(86_400)))
        #expect(!early.isExpiryClamped)
    }

    @Test(
        arguments: [
            (0, false), (1, true), (86_400, true), (2_592_000, true), (2_592_001, false),
            (.max, false),
        ] as [(UInt32, Bool)]
    )
    func `a time to live is 1 second to 30 days`(_ seconds: UInt32, _ isValid: Bool) {
        #expect(TimeToLive(seconds: seconds)?.seconds == (isValid ? seconds : nil))
        #expect(TimeToLive.maximum.seconds == 2_592_000)
        #expect(TimeToLive.day.seconds == 86_400)
    }
}
