// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import Testing

@Suite struct WireValueTests {
    @Test(
        arguments: [
            ("", false), ("a", true), (String(repeating: "a", count: 255), true),
            (String(repeating: "a", count: 256), false),
            (String(repeating: "é", count: 127), true),
            (String(repeating: "é", count: 128), false), ("a.b\nc", false), ("a\u{0}b", false),
            ("a\u{85}b", false), ("a.b\u{7F}", false),
        ]
    )
    func `a topic is 1 to 255 bytes of UTF-8 without control characters`(
        _ text: String,
        _ isValid: Bool
    ) {
        #expect(Topic(text)?.text == (isValid ? text : nil))
    }

    @Test func `ids and hashes print in lower-case hex`() {
        let bytes = [UInt8](0xA8...0xB7)
        #expect("\(MessageID(bytes))" == "a8a9aaabacadaeafb0b1b2b3b4b5b6b7")
        #expect("\(EnvelopeHash(bytes))" == "a8a9aaabacadaeafb0b1b2b3b4b5b6b7")
        #expect("\(PrekeyID(Array(bytes.prefix(8))))" == "a8a9aaabacadaeaf")
    }

    @Test func `a message id of another size stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = MessageID([1]) }
    }

    @Test func `a prekey id of another size stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = PrekeyID([1]) }
    }

    @Test func `a hash of another size stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = EnvelopeHash([1]) }
    }

    @Test func `suites are ordered by strength and have the sizes of the table`() {
        #expect(Suite.x25519 < .xwing)
        #expect(Suite.allCases.map(\.rawValue) == [1, 2])
        #expect(Suite.allCases.map(\.publicKeyCount) == [32, 1216])
        #expect(Suite.allCases.map(\.encapsulatedKeyCount) == [32, 1120])
    }

    @Test(arguments: [(0, nil), (1, .x25519), (2, .xwing), (3, .xwing)] as [(UInt8, Suite?)])
    func `bit n - 1 of the offers stands for suite n`(_ byte: UInt8, _ strongest: Suite?) {
        #expect(SuiteOffers(rawValue: byte).strongest == strongest)
        #expect(SuiteOffers(.x25519).rawValue == 1)
        #expect(SuiteOffers(.xwing).rawValue == 2)
        #expect(SuiteOffers.all.rawValue == 3)
    }

    @Test(arguments: [(Suite.x25519, 60), (.xwing, 1148)])
    func `an envelope tells its parts without a key`(_ suite: Suite, _ head: Int) throws {
        let exchange = try Exchange()
        let sealed = try exchange.seal()
        let envelope = try Envelope(reading: sealed.envelope)
        #expect(envelope.bytes == sealed.envelope)
        #expect(envelope.suite == suite)
        #expect(envelope.prekeyID == exchange.record.id)
        #expect(envelope.messageID == sealed.messageID)
        #expect(envelope.encapsulatedKeyRange == 28..<head)
        #expect(envelope.ciphertextRange == head..<sealed.envelope.count)
        let hash = SHA256.hash(sealed.envelope.span)
        #expect(envelope.hash.bytes == Array(hash.prefix(16)))
        let text = Array(Base64URL.encode(sealed.envelope.span).utf8)
        #expect(try Envelope(text: text.span) == envelope)
    }
}
