// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

@Suite struct ClaimTests {
    @Test(arguments: Suite.allCases)
    func `a reusable prekey opens each message once`(_ suite: Suite) throws {
        let exchange = try Exchange(suite)
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

    @Test(arguments: Suite.allCases)
    func `two messages of one message id are two messages`(_ suite: Suite) throws {
        let exchange = try Exchange(suite)
        let raw = RawMessage(in: exchange)
        for _ in 0..<2 {
            let envelope = try raw.envelope(to: exchange.record)
            #expect(exchange.open(envelope).message?.status == .new)
            #expect(exchange.open(envelope).error == .replayed)
        }
    }

    @Test(arguments: Suite.allCases)
    func `a one-time prekey opens one message and is erased`(_ suite: Suite) throws {
        let exchange = try Exchange(suite, class: .oneTime)
        let first = try exchange.seal().envelope
        let second = try exchange.seal().envelope
        #expect(exchange.open(first).message?.status == .new)
        #expect(exchange.prekeys.isEmpty)
        #expect(exchange.open(second).error == .prekeyUsed)
        #expect(exchange.open(first).error == .replayed)
        #expect(exchange.steps.map(\.kind) == ["loadPrekey", "refuse"])
    }

    @Test(arguments: Suite.allCases)
    func `a forgery leaves a one-time prekey for the true message`(_ suite: Suite) throws {
        let exchange = try Exchange(suite, class: .oneTime)
        var forgery = RawMessage(in: exchange)
        forgery.signer = try SenderKeys.sample(2)
        #expect(exchange.open(try forgery.envelope(to: exchange.record)).error == .wrongSignature)
        #expect(exchange.open(try exchange.seal().envelope).message?.status == .new)
    }

    @Test(arguments: Suite.allCases)
    func `a reusable message claimed by a run that died is recovered once`(
        _ suite: Suite
    ) throws {
        let exchange = try Exchange(suite)
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
        #expect(second.standing == exchange.standing)
        #expect(!exchange.steps.map(\.kind).contains("erase"))
        #expect(exchange.open(sealed.envelope).error == .replayed)
    }

    @Test(arguments: Suite.allCases, [false, true])
    func `a one-time message claimed by a run that died is recovered once`(
        _ suite: Suite,
        prekeyIsStillThere: Bool
    ) throws {
        let exchange = try Exchange(suite, class: .oneTime)
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

    @Test(arguments: [false, true])
    func `a one-time prekey whose place is taken is erased, and another message refused`(
        isHeld: Bool
    ) throws {
        let exchange = try Exchange(.x25519, class: .oneTime)
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

    @Test func `a prekey that goes away while a message is opened ends it`() throws {
        let exchange = try Exchange(.x25519)
        exchange.claimsAreImpossible = true
        #expect(exchange.open(try exchange.seal().envelope).error == .prekeyErased)
        #expect(exchange.steps.map(\.kind).suffix(2) == ["claim", "refuse"])
    }

    /// Only where a prekey has leaked can a second sender share an envelope's head with the first.
    @Test(arguments: [PrekeyRecord.Class.reusable, .oneTime], [false, true])
    func `a claim of another sender under the same head is recovered as that sender's`(
        _ class: PrekeyRecord.Class,
        refusesUnknown: Bool
    ) throws {
        let exchange = try Exchange(
            .x25519,
            class: `class`,
            unknownSenders: refusesUnknown ? .refuse : .showUnverified
        )
        exchange.losesHandOver = true
        let envelope = try exchange.seal().envelope
        let message = try #require(exchange.open(envelope).message)
        let other = try SenderKeys.sample(2).identity.bytes
        let claim = Claim(
            associatedDataHash: message.claim.associatedDataHash,
            expiry: message.claim.expiry,
            sender: other,
            content: Array(#"{"aps":{"badge":9}}"#.utf8)
        )
        exchange.claims[message.place] = .held(claim)
        try exchange.hold(exchange.record)
        exchange.standings[other] = .some(nil)
        let step = exchange.open(envelope)
        #expect(exchange.steps.contains(.loadContact(sender: other)))
        #expect(exchange.prekeys.isEmpty == (`class` == .oneTime))
        if refusesUnknown {
            #expect(step.error == .senderNotAccepted)
        } else {
            #expect(step.message?.status == .recovered)
            #expect(step.message?.claim == claim)
            #expect(step.message?.payload.bytes == claim.content)
            #expect(step.message?.standing == nil)
        }
    }

    @Test func `a recovered claim is shown as its own sender's`() throws {
        let exchange = try Exchange(.x25519, class: .oneTime)
        exchange.losesHandOver = true
        let envelope = try exchange.seal().envelope
        exchange.open(envelope)
        exchange.standing = ContactStanding(trust: .changed)
        let message = try #require(exchange.open(envelope).message)
        #expect(exchange.steps[1] == .loadContact(sender: exchange.sender.identity.bytes))
        #expect(message.standing?.trust == .changed)
    }

    @Test func `a recovered claim of an unknown sender is subject to the policy`() throws {
        let exchange = try Exchange(.x25519, class: .oneTime, unknownSenders: .refuse)
        exchange.losesHandOver = true
        let envelope = try exchange.seal().envelope
        exchange.open(envelope)
        exchange.standing = nil
        #expect(exchange.open(envelope).error == .senderNotAccepted)
        let showing = try Exchange(.x25519, class: .oneTime)
        showing.claims = exchange.claims
        showing.prekeys = [:]
        showing.standing = nil
        #expect(showing.open(envelope).message?.status == .recovered)
    }

    @Test func `a claim whose content is no payload is refused`() throws {
        let exchange = try Exchange(.x25519, class: .oneTime)
        exchange.losesHandOver = true
        let envelope = try exchange.seal().envelope
        let message = try #require(exchange.open(envelope).message)
        exchange.claims[message.place] = .held(
            Claim(
                associatedDataHash: message.claim.associatedDataHash,
                expiry: message.claim.expiry,
                sender: message.claim.sender,
                content: []
            )
        )
        #expect(exchange.open(envelope).error == .malformedContent)
    }

    @Test func `printing a step or a claim shows no content`() throws {
        let exchange = try Exchange(.x25519)
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
