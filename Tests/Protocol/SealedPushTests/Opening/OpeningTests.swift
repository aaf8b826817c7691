// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct OpeningTests {
    @Test(arguments: [PrekeyRecord.Class.reusable, .oneTime])
    func `what was sealed is opened whole`(
        _ class: PrekeyRecord.Class
    ) throws {
        let exchange = try Exchange(class: `class`)
        exchange.contact = ContactStatus(trust: .verified, preview: .senderOnly)
        let sealed = try exchange.seal()
        let message = try #require(exchange.open(sealed.envelope).message)
        let hash = EnvelopeHash(of: sealed.envelope.span)
        #expect(message.status == .new)
        #expect(message.messageID == sealed.messageID)
        #expect(message.place.prekeyID == exchange.record.id)
        #expect(message.place.envelope == (`class` == .oneTime ? nil : hash))
        #expect(message.claim.envelopeHash == hash)
        #expect(message.claim.expiry == sealed.expiry)
        #expect(message.claim.sender == exchange.sender.identity.bytes)
        #expect(message.claim.content == Array(Exchange.content.utf8))
        #expect(message.payload.bytes == Array(Exchange.content.utf8))
        #expect(message.contactStatus == exchange.contact)
        #expect(message.sender == ResolvedSender(name: "Unknown sender", source: .label))
    }

    @Test func `a message put together by the tables of the specification is opened`() throws {
        let exchange = try Exchange()
        let envelope = RawMessage(in: exchange).envelope(to: exchange.record)
        #expect(exchange.open(envelope).message?.claim.content == Array(Exchange.content.utf8))
    }

    @Test(
        .rules("M-39"),
        arguments: [
            (PrekeyRecord.Class.reusable, ["loadPrekey", "loadContact", "claim", "loadName"]),
            (.oneTime, ["loadPrekey", "loadContact", "claim", "erase", "loadName"]),
        ]
    )
    func `nothing of the content leaves before the claim`(
        _ class: PrekeyRecord.Class,
        _ expected: [String]
    ) throws {
        let exchange = try Exchange(class: `class`)
        let sealed = try exchange.seal()
        exchange.open(sealed.envelope)
        #expect(exchange.steps.map(\.kind) == expected + ["deliver"])
        #expect(
            exchange.steps.prefix(2) == [
                .loadPrekey(exchange.record.id),
                .loadContact(sender: exchange.sender.identity.bytes),
            ]
        )
        if `class` == .oneTime { #expect(exchange.steps[3] == .erase(exchange.record.id)) }
    }

    @Test func `the shell is asked for the name by identity, code and self-declared name`() throws {
        let exchange = try Exchange()
        let content = #"{"aps":{},"sealedpush":{"from":"c-1","name":"Ann"}}"#
        let message = exchange.open(try exchange.seal(content).envelope).message
        #expect(
            exchange.steps.contains(
                .loadName(
                    sender: exchange.sender.identity.bytes,
                    code: "c-1",
                    selfDeclared: "Ann"
                )
            )
        )
        #expect(message?.sender.name == "Ann")
    }

    @Test func `a machine opens message after message and forgets what it did not finish`() throws {
        let exchange = try Exchange()
        var machine = OpeningMachine(topic: exchange.topic)
        let first = try exchange.seal().envelope
        let second = try exchange.seal(#"{"aps":{"badge":2}}"#).envelope
        let held = try #require(exchange.prekeys[exchange.record.id])
        _ = machine.start(try Envelope(reading: first), now: Exchange.now)
        _ = machine.prekeyFound(held.prekey)
        _ = machine.start(try Envelope(reading: second), now: Exchange.now)
        _ = machine.prekeyFound(held.prekey)
        let step = machine.contactLoaded(nil, isRevoked: false)
        guard case .claim(let claim, _) = step else {
            Issue.record("\(step.kind)")
            return
        }
        #expect(claim.content == Array(#"{"aps":{"badge":2}}"#.utf8))
        #expect(exchange.open(first).message != nil)
        #expect(exchange.open(second).message != nil)
    }

    @Test(.rules("M-38")) func `a prekey that was not asked for is not used`() throws {
        let exchange = try Exchange()
        var terms = exchange.record.terms
        terms.epoch += 1
        exchange.prekeys[exchange.record.id] = try Exchange.HeldPrekey(
            exchange.device.record(terms),
            seed: SampleDevice.seed()
        )
        #expect(exchange.open(try exchange.seal().envelope).error == .unknownPrekey)
    }
}

@Suite struct OpeningOrderTests {
    @Test(.rules("M-38 M-39"), arguments: BrokenMessage.Rule.allCases)
    func `the first rule that is broken names the class, whatever is broken behind it`(
        _ first: BrokenMessage.Rule
    ) throws {
        let later = BrokenMessage.Rule.allCases.drop { $0 != first }
        for second in later where !BrokenMessage.alternatives.contains([first, second]) {
            let broken = try BrokenMessage(breaking: [first, second])
            let exchange = broken.exchange
            let claims = exchange.claims
            let prekeys = exchange.prekeys.keys
            let step = exchange.open(text: broken.text, at: broken.now)
            #expect(step.error == first.error, "with \(second)")
            let kinds = exchange.steps.map(\.kind)
            #expect(kinds.contains("claim") == [.replayed, .prekeyErased].contains(first))
            #expect(!kinds.contains("erase") && !kinds.contains("clear"))
            #expect(!kinds.contains("loadName"))
            #expect(exchange.claims == claims)
            #expect(exchange.prekeys.keys == prekeys)
        }
    }

    @Test func `what breaks no rule is delivered`() throws {
        let broken = try BrokenMessage(breaking: [])
        #expect(broken.exchange.open(text: broken.text, at: broken.now).message != nil)
    }

    @Test(.rules("M-38")) func `every class of the machine is in the table, in its order`() {
        var classes: [OpeningError] = []
        for error in BrokenMessage.Rule.allCases.map(\.error) where !classes.contains(error) {
            classes.append(error)
        }
        #expect([.malformedPayload, .notSealed] + classes == OpeningError.all)
    }
}
