// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

/// Statements that come with a message (D-13).
@Suite struct StatementStepTests {
    private let exchange: Exchange
    private let next = SenderKeys()

    init() throws {
        exchange = try Exchange(class: .oneTime)
    }

    private func envelope(_ statements: [String]) throws -> [UInt8] {
        let payload = try Payload(reading: Array(Exchange.content.utf8))
            .adding(ToolkitFields(statements: statements))
        return try exchange.seal(String(decoding: payload.bytes, as: UTF8.self)).envelope
    }

    private var succession: SenderIdentity.Succession {
        SenderIdentity.Succession(from: exchange.sender.signingKey, to: next.signingKey)
    }

    private var revocation: SenderIdentity.Revocation {
        SenderIdentity.Revocation(signing: exchange.sender.signingKey)
    }

    @Test func `statements are applied once the prekey is erased, and before a name is taken`()
        throws
    {
        let envelope = try envelope([succession.text, "x", succession.text])
        #expect(exchange.open(envelope).message?.status == .new)
        #expect(
            exchange.steps.map(\.kind)
                == ["loadPrekey", "loadContact", "claim", "erase", "apply", "loadName", "deliver"]
        )
        let sender = exchange.sender.identity.bytes
        let both = [Statement.succession(succession), .succession(succession)]
        #expect(exchange.steps[4] == .apply(both, sender: sender))
        #expect("\(exchange.steps[4])" == "apply(2)")
    }

    @Test func `a sender that is silenced by its own message ends as one that was before`() throws {
        let envelope = try envelope([revocation.text])
        #expect(exchange.open(envelope).error == .senderNotAccepted)
        #expect(
            exchange.steps.map(\.kind)
                == ["loadPrekey", "loadContact", "claim", "erase", "apply", "clear", "refuse"]
        )
        // Its tombstone stays.
        #expect(exchange.open(envelope).error == .replayed)
    }

    @Test func `a message that a killed run left applies its statements, too`() throws {
        let envelope = try envelope([succession.text])
        exchange.losesHandOver = true
        #expect(exchange.open(envelope).message?.status == .new)
        #expect(exchange.open(envelope).message?.status == .recovered)
        #expect(
            exchange.steps.map(\.kind)
                == ["loadPrekey", "loadContact", "erase", "apply", "loadName", "deliver"]
        )
    }

    @Test(arguments: [[], ["x"], ["sealedpush-sender-1:AAAA.AAAA"]])
    func `without a statement that counts nothing is applied`(_ texts: [String]) throws {
        #expect(exchange.open(try envelope(texts)).message != nil)
        #expect(!exchange.steps.map(\.kind).contains("apply"))
    }

    @Test func `the first eight entries are read, and other statements are passed over`() throws {
        let seven = [exchange.sender.identity.text] + Array(repeating: "x", count: 6)
        let payload = try Payload(reading: Array(Exchange.content.utf8))
            .adding(ToolkitFields(statements: seven + [succession.text, revocation.text]))
        let opened = try Payload(opened: payload.bytes)
        #expect(opened.statements == [.succession(succession)])
    }
}
