// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

/// What a message is bound to: HPKE refuses it elsewhere, and so does the signature where the prekey has leaked.
@Suite struct BindingTests {
    @Test(.rules("M-6 M-7 C-4")) func `a message for another topic does not open`() throws {
        let exchange = try Exchange(openedTopic: "com.example.apq")
        #expect(exchange.open(try exchange.seal().envelope).error == .cannotOpen)
    }

    @Test(.rules("C-4")) func `a message for another device does not open`() throws {
        let first = try Exchange(device: 1)
        let second = try Exchange(device: 2)
        var envelope = try first.seal().envelope
        #expect(second.open(envelope).error == .unknownPrekey)
        envelope.replaceSubrange(1..<9, with: second.record.id.bytes)
        #expect(second.open(envelope).error == .cannotOpen)
    }

    @Test(.rules("C-4"))
    func `another record over the same key opens nothing of the first`() throws {
        let exchange = try Exchange()
        var terms = exchange.record.terms
        terms.minimumEpoch += 1
        let other = try exchange.device.record(terms)
        try exchange.hold(other)
        var envelope = try exchange.seal().envelope
        envelope.replaceSubrange(1..<9, with: other.id.bytes)
        #expect(exchange.open(envelope).error == .cannotOpen)
    }

    /// Every part of info, in HPKE alone and in the signature alone.
    @Test(.rules("M-25 M-40 T-15"), arguments: Payload.PushKind.allCases, Payload.PushKind.allCases)
    func `a message opens as the kind of push that it was sealed for`(
        _ sealed: Payload.PushKind,
        _ opened: Payload.PushKind
    ) throws {
        let exchange = try Exchange()
        let envelope = try exchange.seal(as: sealed).envelope
        let error = exchange.open(envelope, as: opened).error
        #expect(error == (sealed == opened ? nil : .cannotOpen))
    }

    @Test(
        .rules("C-4 C-49"),
        arguments: ["topic", "device", "record", "message id", "label", "end"]
    )
    func `every part of info counts for the key and for the signature`(_ part: String) throws {
        let exchange = try Exchange()
        let whole = RawMessage(in: exchange)
        let other = try SampleDevice(2)
        var changed = RawMessage.info(
            topic: part == "topic" ? "com.example.apq" : exchange.topic.text,
            device: part == "device" ? other.device.bytes : exchange.device.device.bytes,
            record: part == "record"
                ? try exchange.device.record(key: 1) : exchange.record,
            messageID: part == "message id"
                ? [UInt8](repeating: 1, count: 16) : whole.messageID
        )
        if part == "label" { changed[0] ^= 1 }
        if part == "end" { changed.append(0) }
        var raw = whole
        raw.info = changed
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == .cannotOpen)
        raw.info = whole.info
        raw.signedInfo = changed
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == .wrongSignature)
    }

    @Test(.rules("C-3"))
    func `a signature over anything else than the whole message is refused`() throws {
        let exchange = try Exchange()
        let label = Array("SealedPush v1 message\0".utf8)
        let others: [(String, ([UInt8], [UInt8], [UInt8]) -> [UInt8])] = [
            ("no label", { $0 + $1 + $2 }),
            ("another label", { Array("SealedPush v1 prekey\0".utf8) + $0 + $1 + $2 }),
            ("no zero", { label.dropLast() + $0 + $1 + $2 }),
            ("no info", { label + $1 + $2 }),
            ("no associated data", { label + $0 + $2 }),
            ("set-up only", { hash, data, _ in label + hash + data }),
            ("no padding", { label + $0 + $1 + $2.dropLast(20) }),
            ("one byte less", { label + $0 + $1 + $2.dropLast() }),
            ("one byte more", { label + $0 + $1 + $2 + [0] }),
            ("other order", { label + $1 + $0 + $2 }),
        ]
        for (name, signed) in others {
            var raw = RawMessage(in: exchange)
            raw.signed = signed
            let step = exchange.open(raw.envelope(to: exchange.record))
            #expect(step.error == .wrongSignature, "\(name)")
        }
    }

    @Test(.rules("C-11")) func `a signed plaintext that is encrypted again is refused`() throws {
        let exchange = try Exchange()
        let raw = RawMessage(in: exchange)
        let first = raw.envelope(to: exchange.record)
        let plaintext = try RawPlaintext(of: first, info: raw.info)
        var again = raw
        again.signature = plaintext.signature
        #expect(exchange.open(again.envelope(to: exchange.record)).error == .wrongSignature)
        #expect(exchange.open(first).message != nil)
    }

    @Test(.rules("C-3")) func `nobody signs for another`() throws {
        let exchange = try Exchange()
        var raw = RawMessage(in: exchange)
        raw.signer = try SenderKeys.sample(2)
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == .wrongSignature)
        raw.signer = exchange.sender
        raw.senderKey = try SenderKeys.sample(2).identity.bytes
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == .wrongSignature)
        raw.signer = try SenderKeys.sample(2)
        let message = exchange.open(raw.envelope(to: exchange.record)).message
        #expect(message?.claim.sender == raw.senderKey)
    }
}
