// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import TestSupport
import Testing

@Suite struct SenderTests {
    /// Encodings that no identity has, of small order or not canonical; and one that no key has.
    private static let refusedKeys: [[UInt8]] = [
        [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
        [1] + [UInt8](repeating: 0, count: 30) + [0x80],
        [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xF0] + [UInt8](repeating: 0xFF, count: 31),
        [2] + [UInt8](repeating: 0, count: 31),
    ]

    @Test func `a message of an unknown sender is delivered without a status`() throws {
        let exchange = try Exchange()
        exchange.contact = nil
        let message = try #require(exchange.open(try exchange.seal().envelope).message)
        #expect(message.contactStatus == nil)
        #expect(message.status == .new)
    }

    @Test(.rules("D-3 D-4"))
    func `where only contacts are accepted an unknown sender is refused`() throws {
        let exchange = try Exchange(unknownSenders: .refuse)
        let envelope = try exchange.seal().envelope
        exchange.contact = nil
        #expect(exchange.open(envelope).error == .senderNotAccepted)
        exchange.contact = ContactStatus()
        #expect(exchange.open(envelope).message != nil)
    }

    @Test(
        arguments: ContactStatus.Trust.allCases.filter { $0 != .blocked },
        ContactStatus.PreviewPolicy.allCases
    )
    func `every accepted contact's message is verified, claimed and delivered with its status`(
        _ trust: ContactStatus.Trust,
        _ preview: ContactStatus.PreviewPolicy
    ) throws {
        let exchange = try Exchange(class: .oneTime)
        let status = ContactStatus(trust: trust, preview: preview)
        exchange.contact = status
        let envelope = try exchange.seal().envelope
        var forged = RawMessage(in: exchange)
        forged.signer = try SenderKeys.sample(2)
        #expect(exchange.open(forged.envelope(to: exchange.record)).error == .wrongSignature)
        #expect(exchange.open(envelope).message?.contactStatus == status)
        #expect(exchange.claims.count == 1)
        #expect(exchange.prekeys.isEmpty)
        #expect(exchange.open(envelope).error == .replayed)
    }

    @Test(arguments: refusedKeys)
    func `under an encoding that no key has nothing is signed`(
        _ key: [UInt8]
    ) throws {
        let exchange = try Exchange()
        exchange.contact = nil
        var raw = RawMessage(in: exchange)
        raw.senderKey = key
        let envelope = raw.envelope(to: exchange.record)
        #expect(exchange.open(envelope).error == .wrongSignature)
        exchange.contact = ContactStatus()
        #expect(exchange.open(envelope).error == .wrongSignature)
    }

    @Test func `an unknown sender's signature is verified`() throws {
        let exchange = try Exchange()
        exchange.contact = nil
        var raw = RawMessage(in: exchange)
        raw.signer = try SenderKeys.sample(2)
        #expect(exchange.open(raw.envelope(to: exchange.record)).error == .wrongSignature)
    }

    // MARK: - Silenced senders

    /// What the device knows of a sender whose messages it refuses.
    private static let silenced: [(ContactStatus?, isRevoked: Bool)] = [
        (ContactStatus(trust: .blocked), false), (ContactStatus(isRevoked: true), false),
        (ContactStatus(), true), (nil, true),
    ]

    @Test(.rules("D-3 D-4 C-15"), arguments: silenced)
    func `a silenced sender is refused after the signature, and its message burns nothing`(
        _ status: ContactStatus?,
        _ isRevoked: Bool
    ) throws {
        let exchange = try Exchange(class: .oneTime)
        (exchange.contact, exchange.isRevoked) = (status, isRevoked)
        var forged = RawMessage(in: exchange)
        forged.signer = try SenderKeys.sample(2)
        #expect(exchange.open(forged.envelope(to: exchange.record)).error == .wrongSignature)
        let envelope = try exchange.seal().envelope
        #expect(exchange.open(envelope).error == .senderNotAccepted)
        #expect(exchange.steps.map(\.kind) == ["loadPrekey", "loadContact", "refuse"])
        #expect(exchange.claims.isEmpty && exchange.prekeys.count == 1)
        (exchange.contact, exchange.isRevoked) = (ContactStatus(), false)
        #expect(exchange.open(envelope).message?.status == .new)
    }

    @Test(.rules("M-39 T-10 T-11 T-12"), arguments: silenced + [(nil, false)], [false, true])
    func `of a message whose prekey is gone, the claim of a sender that is not accepted is cleared`(
        _ sender: (status: ContactStatus?, isRevoked: Bool),
        isRefused: Bool
    ) throws {
        let exchange = try Exchange(class: .oneTime, unknownSenders: .refuse)
        exchange.losesHandOver = true
        let envelope = try exchange.seal().envelope
        let message = try #require(exchange.open(envelope).message)
        (exchange.contact, exchange.isRevoked) = sender
        exchange.refusesSender = isRefused
        #expect(exchange.open(envelope).error == .senderNotAccepted)
        #expect(exchange.steps.suffix(2) == [.clear(message.place), .refuse(.senderNotAccepted)])
        #expect(exchange.claims[message.place] == .handedOver(message.claim.envelopeHash))
        #expect(exchange.open(envelope).error == .replayed)
    }

    @Test(.rules("D-3 D-4"))
    func `a sender that the device refuses outright is refused before the signature`() throws {
        let exchange = try Exchange()
        exchange.refusesSender = true
        var forged = RawMessage(in: exchange)
        forged.signer = try SenderKeys.sample(2)
        #expect(exchange.open(forged.envelope(to: exchange.record)).error == .senderNotAccepted)
        #expect(exchange.claims.isEmpty)
    }
}
