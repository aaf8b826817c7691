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
