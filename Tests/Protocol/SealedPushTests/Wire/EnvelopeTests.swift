// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct EnvelopeTests {
    @Test(.rules("C-49")) func `an envelope tells its parts without a key`() throws {
        let exchange = try Exchange()
        let sealed = try exchange.seal()
        let envelope = try Envelope(reading: sealed.envelope)
        #expect(envelope.bytes == sealed.envelope)
        #expect(envelope.prekeyID.bytes == Array(sealed.envelope[1..<9]))
        #expect(envelope.messageID.bytes == Array(sealed.envelope[9..<25]))
        #expect(envelope.ciphertextRange == 1145..<sealed.envelope.count)
        let hash = SHA256.hash(sealed.envelope.span)
        #expect(envelope.hash.bytes == Array(hash.prefix(16)))
        let text = Array(Base64URL.encode(sealed.envelope.span).utf8)
        #expect(try Envelope(text: text.span) == envelope)
    }

    @Test(.rules("C-49"))
    func `the fields of an envelope fill its first 1145 bytes without a gap`() {
        #expect(EnvelopeLayout.prekeyID == 1..<9)
        #expect(EnvelopeLayout.messageID == 9..<25)
        #expect(EnvelopeLayout.encapsulatedKey == 25..<1145)
        #expect(EnvelopeLayout.associatedDataCount == 1145)
        #expect(EnvelopeLayout.overhead == 1271)
    }

    /// Something, the version, then the length (M-38, lines 5 to 7; M-26).
    @Test(
        .rules("M-26 M-27"),
        arguments: [
            ([], .malformedEnvelope), ([1], .malformedEnvelope), ([0], .unknownVersion),
            ([2], .unknownVersion), (bytes(1270), .malformedEnvelope), (bytes(1271), nil),
            (bytes(3774), nil), (bytes(3775), .malformedEnvelope),
            (bytes(1270, version: 2), .unknownVersion), (bytes(1271, version: 2), .unknownVersion),
            (bytes(3775, version: 0xFF), .unknownVersion),
        ] as [([UInt8], OpeningError?)]
    )
    func `an envelope has version 1 and 1271 to 3774 bytes`(
        _ bytes: [UInt8],
        _ expected: OpeningError?
    ) {
        let result = Result { () throws(OpeningError) in try Envelope(reading: bytes) }
        switch result {
        case .success(let envelope): #expect(expected == nil && envelope.bytes == bytes)
        case .failure(let error): #expect(error == expected)
        }
    }

    /// The length of the text, its letters, then the envelope.
    @Test(.rules("M-26 M-27")) func `a text has at most 5032 bytes of base64url`() throws {
        let longest = Base64URL.encode(Self.bytes(3774).span)
        #expect(longest.utf8.count == 5032)
        #expect(throws: Never.self) { try read(longest) }
        #expect(throws: OpeningError.malformedEnvelope) { try read(longest + "A") }
        let later = Base64URL.encode(Self.bytes(3774, version: 2).span)
        #expect(throws: OpeningError.unknownVersion) { try read(later) }
        #expect(throws: OpeningError.malformedEnvelope) { try read(later + "AA") }
        #expect(throws: OpeningError.malformedEnvelope) { try read(later.dropLast() + "=") }
        #expect(throws: OpeningError.malformedEnvelope) { try read("") }
    }

    private func read(_ text: String) throws(OpeningError) -> Envelope {
        try Envelope(text: Array(text.utf8).span)
    }

    private static func bytes(_ count: Int, version: UInt8 = 1) -> [UInt8] {
        [version] + [UInt8](repeating: 0, count: count - 1)
    }
}

@Suite struct WireValueTests {
    @Test(
        .rules("M-6 M-7"),
        arguments: [
            ("", false), ("a", true), (String(repeating: "a", count: 250), true),
            (String(repeating: "a", count: 251), false),
            (String(repeating: "é", count: 125), true),
            (String(repeating: "é", count: 126), false), ("a.b\nc", false), ("a\u{0}b", false),
            ("a\u{85}b", false), ("a.b\u{7F}", false),
        ]
    )
    func `a topic is 1 to 250 bytes of UTF-8 without control characters`(
        _ text: String,
        _ isValid: Bool
    ) {
        #expect(Topic(text)?.text == (isValid ? text : nil))
    }

    @Test func `ids and hashes print in lower-case hex`() {
        let bytes = [UInt8](0xA8...0xB7)
        #expect("\(MessageID(bytes))" == "a8a9aaabacadaeafb0b1b2b3b4b5b6b7")
        #expect("\(EnvelopeHash(bytes))" == "a8a9aaabacadaeafb0b1b2b3b4b5b6b7")
        #expect("\(PrekeyRecord.ID(Array(bytes.prefix(8))))" == "a8a9aaabacadaeaf")
    }

    @Test func `a message id of another size stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = MessageID([1]) }
    }

    @Test func `a prekey id of another size stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = PrekeyRecord.ID([1]) }
    }

    @Test func `a hash of another size stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = EnvelopeHash([1]) }
    }
}
