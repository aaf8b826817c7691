// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import TestSupport
import Testing

@Suite struct ClaimTests {
    @Test(.rules("T-2 T-3")) func `a reusable prekey opens each message once`() throws {
        let exchange = try Exchange()
        let first = try exchange.seal().envelope
        let second = try exchange.seal().envelope
        #expect(exchange.open(first).message?.status == .new)
        #expect(exchange.open(first).error == .replayed)
        #expect(exchange.open(second).message?.status == .new)
        #expect(exchange.open(first).error == .replayed)
        #expect(exchange.open(second).error == .replayed)
        #expect(exchange.prekeys.count == 1)
        #expect(exchange.claims.count == 2)
    }

    @Test func `two messages of one message id are two messages`() throws {
        let exchange = try Exchange()
        let raw = RawMessage(in: exchange)
        for _ in 0..<2 {
            let envelope = raw.envelope(to: exchange.record)
            #expect(exchange.open(envelope).message?.status == .new)
            #expect(exchange.open(envelope).error == .replayed)
        }
    }

    @Test(.rules("T-5 T-6 C-7"))
    func `a one-time prekey opens one message and is erased`() throws {
        let exchange = try Exchange(class: .oneTime)
        let first = try exchange.seal().envelope
        let second = try exchange.seal().envelope
        #expect(exchange.open(first).message?.status == .new)
        #expect(exchange.prekeys.isEmpty)
        #expect(exchange.open(second).error == .prekeyUsed)
        #expect(exchange.open(first).error == .replayed)
        #expect(exchange.steps.map(\.kind) == ["loadPrekey", "refuse"])
    }

    @Test(.rules("T-2 T-3"), arguments: [PrekeyRecord.Class.reusable, .oneTime])
    func `a claim that is won when a reusable prekey has gone may be a second one: it is quiet`(
        _ class: PrekeyRecord.Class
    ) throws {
        let exchange = try Exchange(class: `class`)
        let envelope = try exchange.seal().envelope
        exchange.losesPrekey = true
        let message = try #require(exchange.open(envelope).message)
        // Under a one-time prekey another run that lost the claim may have been faster to erase it.
        #expect(message.status == (`class` == .oneTime ? .new : .recovered))
    }

    @Test(.rules("M-39 C-15"))
    func `a forgery leaves a one-time prekey for the true message`() throws {
        let exchange = try Exchange(class: .oneTime)
        var forgery = RawMessage(in: exchange)
        forgery.signer = try SenderKeys.sample(2)
        #expect(exchange.open(forgery.envelope(to: exchange.record)).error == .wrongSignature)
        #expect(exchange.open(try exchange.seal().envelope).message?.status == .new)
    }

    @Test func `a reusable message claimed by a run that died is recovered once`() throws {
        let exchange = try Exchange()
        exchange.losesHandOver = true
        let sealed = try exchange.seal()
        let first = try #require(exchange.open(sealed.envelope).message)
        exchange.losesHandOver = false
        let second = try #require(exchange.open(sealed.envelope).message)
        #expect(second.status == .recovered)
        #expect(second.claim == first.claim)
        #expect(second.place == first.place)
        #expect(second.messageID == sealed.messageID)
        #expect(second.payload == first.payload)
        #expect(second.contactStatus == exchange.contact)
        #expect(!exchange.steps.map(\.kind).contains("erase"))
        #expect(exchange.open(sealed.envelope).error == .replayed)
    }

    @Test(.rules("T-2 T-3 T-5 T-6"), arguments: [false, true])
    func `a one-time message claimed by a run that died is recovered once`(
        prekeyIsStillThere: Bool
    ) throws {
        let exchange = try Exchange(class: .oneTime)
        exchange.losesHandOver = true
        let sealed = try exchange.seal()
        let other = try exchange.seal().envelope
        let first = try #require(exchange.open(sealed.envelope).message)
        #expect(exchange.open(other).error == .prekeyUsed)
        if prekeyIsStillThere { try exchange.hold(exchange.record) }
        exchange.losesHandOver = false
        let second = try #require(exchange.open(sealed.envelope).message)
        #expect(second.status == .recovered)
        #expect(second.claim == first.claim)
        #expect(second.place == first.place)
        #expect(second.messageID == sealed.messageID)
        // Where it is gone, too: another run's erasure need not be durable.
        #expect(exchange.steps.map(\.kind).contains("erase"))
        #expect(exchange.prekeys.isEmpty)
        #expect(exchange.open(sealed.envelope).error == .replayed)
        #expect(exchange.open(other).error == .prekeyUsed)
    }

    @Test(.rules("T-5 T-6"), arguments: [false, true])
    func `a one-time prekey whose place is taken is erased, and another message refused`(
        isHeld: Bool
    ) throws {
        let exchange = try Exchange(class: .oneTime)
        let first = try exchange.seal().envelope
        let second = try exchange.seal().envelope
        exchange.losesHandOver = isHeld
        exchange.open(first)
        try exchange.hold(exchange.record)
        #expect(exchange.open(second).error == .prekeyUsed)
        #expect(exchange.steps.suffix(2).first == .erase(exchange.record.id))
        #expect(exchange.prekeys.isEmpty)
        guard !isHeld else { return }
        try exchange.hold(exchange.record)
        #expect(exchange.open(first).error == .replayed)
        #expect(exchange.prekeys.isEmpty)
    }

    @Test(.rules("T-2 T-3"))
    func `a prekey that goes away while a message is opened ends it`() throws {
        let exchange = try Exchange()
        exchange.claimsAreImpossible = true
        #expect(exchange.open(try exchange.seal().envelope).error == .unknownPrekey)
        #expect(exchange.steps.map(\.kind).suffix(2) == ["claim", "refuse"])
    }

    /// Who has the prekey can seal anything under the head of somebody's envelope.
    @Test(.rules("T-2 T-3 C-12"))
    func `another ciphertext under the same head has a place of its own`() throws {
        let exchange = try Exchange()
        let envelope = try Envelope(reading: exchange.seal().envelope)
        let head = envelope.bytes[..<envelope.ciphertextRange.lowerBound]
        let other = head + [UInt8](repeating: 1, count: envelope.ciphertextRange.count)
        let place = ClaimPlace(
            prekeyID: exchange.record.id,
            envelope: EnvelopeHash(of: Array(other).span)
        )
        exchange.claims[place] = .handedOver(EnvelopeHash(of: Array(other).span))
        #expect(exchange.open(envelope.bytes).message?.status == .new)
    }

    @Test(.rules("T-7 T-8 T-9"))
    func `a claim without its prekey is recovered however late`() throws {
        let exchange = try Exchange(class: .oneTime)
        exchange.losesHandOver = true
        let envelope = try exchange.seal().envelope
        exchange.open(envelope)
        #expect(exchange.prekeys.isEmpty)
        let message = exchange.open(envelope, at: .latest).message
        #expect(message?.status == .recovered)
    }

    @Test func `a recovered claim is shown as its own sender's`() throws {
        let exchange = try Exchange(class: .oneTime)
        exchange.losesHandOver = true
        let envelope = try exchange.seal().envelope
        exchange.open(envelope)
        exchange.contact = ContactStatus(trust: .changed)
        let message = try #require(exchange.open(envelope).message)
        #expect(exchange.steps[1] == .loadContact(sender: exchange.sender.identity.bytes))
        #expect(message.contactStatus?.trust == .changed)
    }

    @Test(.rules("T-10 T-11 T-12"))
    func `a recovered claim of an unknown sender is subject to the policy`() throws {
        let exchange = try Exchange(class: .oneTime, unknownSenders: .refuse)
        exchange.losesHandOver = true
        let envelope = try exchange.seal().envelope
        exchange.open(envelope)
        exchange.contact = nil
        let claims = exchange.claims
        #expect(exchange.open(envelope).error == .senderNotAccepted)
        let showing = try Exchange(class: .oneTime)
        showing.claims = claims
        showing.prekeys = [:]
        showing.contact = nil
        #expect(showing.open(envelope).message?.status == .recovered)
    }

    @Test func `a claim whose content is no payload is refused`() throws {
        let exchange = try Exchange(class: .oneTime)
        exchange.losesHandOver = true
        let envelope = try exchange.seal().envelope
        let message = try #require(exchange.open(envelope).message)
        exchange.claims[message.place] = .held(
            Claim(
                envelopeHash: message.claim.envelopeHash,
                expiry: message.claim.expiry,
                sender: message.claim.sender,
                content: [],
                created: message.claim.created
            )
        )
        #expect(exchange.open(envelope).error == .malformedMessage)
    }

    @Test(.rules("M-41 C-32")) func `printing a step or a claim shows no content`() throws {
        let exchange = try Exchange()
        let payload =
            #"{"aps":{"alert":"hunter2"},"sealedpush":{"from":"code-hunter2","name":"hunter2"}}"#
        exchange.open(try exchange.seal(payload).envelope)
        let content = Array("hunter2".utf8).map(String.init).joined(separator: ", ")
        for step in exchange.steps {
            var printed = "\(step) \(String(reflecting: step))"
            dump(step, to: &printed)
            #expect(!printed.contains("hunter2") && !printed.contains(content))
        }
    }
}
