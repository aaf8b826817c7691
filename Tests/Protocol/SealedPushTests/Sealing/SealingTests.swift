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

/// The tables of docs/protocol/message.md, section 12 (M-43).
@Suite struct PaddingTests {
    /// What an envelope is longer than its content.
    private static let overhead = 1271

    private func size(
        _ count: Int,
        _ padding: Padding = .buckets,
        _ kind: Payload.PushKind = .alert,
        limit: Int = .max
    ) throws(SealingError) -> Int {
        try padding.envelopeCount(contentCount: count, kind: kind, limit: limit)
    }

    private func tooLarge(_ needed: Int, available: Int) -> SealingError {
        .contentTooLarge(needed: needed, available: available)
    }

    @Test(
        .rules("M-43 M-44 C-2"),
        arguments: [
            (.alert, 0, 2048), (.alert, 777, 2048), (.alert, 778, 2880), (.alert, 1609, 2880),
            (.alert, 1610, nil),
            (.voip, 0, 2048), (.voip, 777, 2048), (.voip, 778, 2880), (.voip, 1609, 2880),
            (.voip, 1610, 3648), (.voip, 2377, 3648), (.voip, 2378, nil),
        ] as [(Payload.PushKind, Int, Int?)]
    )
    func `each bucket holds exactly its capacity`(
        _ kind: Payload.PushKind,
        _ count: Int,
        _ bucket: Int?
    ) throws {
        if let bucket {
            #expect(try size(count, .buckets, kind) == bucket)
        } else {
            #expect(throws: tooLarge(count, available: count - 1)) {
                try size(count, .buckets, kind)
            }
        }
    }

    @Test(.rules("M-43 M-44")) func `a call has a bucket of 3648 bytes, an alert has not`() {
        #expect(Padding.bucketCounts(for: .alert) == [2048, 2880])
        #expect(Padding.bucketCounts(for: .voip) == [2048, 2880, 3648])
    }

    @Test(arguments: [0, 1, 777, 1609])
    func `constant padding always takes the largest bucket`(_ count: Int) throws {
        #expect(try size(count, .constant, .alert) == 2880)
        #expect(try size(count, .constant, .voip) == 3648)
    }

    @Test(.rules("M-43 M-44")) func `constant padding holds what the largest bucket does`() throws {
        #expect(throws: tooLarge(1610, available: 1609)) { try size(1610, .constant, .alert) }
        #expect(throws: tooLarge(2378, available: 2377)) { try size(2378, .constant, .voip) }
    }

    @Test(.rules("M-26 M-27"))
    func `no padding tells the size up to the longest envelope`() throws {
        for count in [0, 1, 17, 2503] {
            #expect(try size(count, .none) == Self.overhead + count)
        }
        #expect(throws: tooLarge(2504, available: 2503)) { try size(2504, .none) }
        #expect(try size(10, .none, limit: 1281) == 1281)
        #expect(throws: tooLarge(11, available: 10)) { try size(11, .none, limit: 1281) }
        #expect(throws: tooLarge(0, available: 0)) { try size(0, .none, limit: 1270) }
    }

    @Test(.rules("M-43 M-44")) func `a bucket above the limit is not taken`() throws {
        #expect(try size(777, limit: 2048) == 2048)
        #expect(throws: tooLarge(778, available: 777)) { try size(778, limit: 2879) }
        #expect(throws: tooLarge(1, available: 0)) { try size(1, .constant, limit: 2879) }
    }

    @Test(arguments: Padding.allCases)
    func `padding never gives less than the message needs`(_ padding: Padding) throws {
        for count in 0...1609 { #expect(try size(count, padding) >= Self.overhead + count) }
    }
}
