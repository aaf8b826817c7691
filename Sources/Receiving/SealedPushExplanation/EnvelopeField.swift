// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto

/// A field of an envelope, or of the message inside: its bytes, and what they mean.
package struct EnvelopeField: Hashable, Sendable {
    /// The name of the field.
    package let name: String
    /// The bytes of the envelope that it has.
    package let range: Range<Int>
    /// The value in words.
    package let meaning: String
    /// The rule that says so.
    package let rule: String

    private init(_ name: String, _ range: Range<Int>, _ meaning: String, _ rule: String) {
        (self.name, self.range, self.meaning, self.rule) = (name, range, meaning, rule)
    }

    /// The fields that everybody on the way can see; they cover every byte, in order.
    package static func fields(of envelope: Envelope) -> [EnvelopeField] {
        let end = envelope.bytes.count
        let tag = end - ChaCha20Poly1305.tagCount..<end
        let ciphertext = envelope.ciphertextRange.lowerBound..<tag.lowerBound
        return [
            EnvelopeField("version", 0..<1, "1", "M-38 line 6 (message.md, 7)"),
            EnvelopeField(
                "prekey id",
                EnvelopeLayout.prekeyID,
                "names a prekey of one device; nothing else in the push says for whom it is",
                "M-38 line 8 (message.md, 6)"
            ),
            EnvelopeField(
                "message id",
                EnvelopeLayout.messageID,
                "fresh for each envelope, so that repeated randomness repeats no key",
                "message.md, 7"
            ),
            EnvelopeField(
                "encapsulated key",
                EnvelopeLayout.encapsulatedKey,
                "X-Wing: 1088 bytes of ML-KEM-768, then 32 of X25519",
                "M-9, M-11 (message.md, 3)"
            ),
            EnvelopeField(
                "ciphertext",
                ciphertext,
                "signature, times, sender, content and padding, for the device alone",
                "M-25 (message.md, 7 and 8)"
            ),
            EnvelopeField(
                "tag",
                tag,
                "shows that no byte was changed, those before the ciphertext included",
                "message.md, 8"
            ),
        ]
    }

    /// The fields of the message inside, where they lie in the ciphertext.
    static func inside(_ envelope: Envelope, _ claim: Claim) -> [EnvelopeField] {
        let start = envelope.ciphertextRange.lowerBound
        func range(_ offset: Int, _ end: Int) -> Range<Int> { start + offset..<start + end }
        let contentEnd = PlaintextLayout.content + claim.content.count
        let end = envelope.ciphertextRange.count - ChaCha20Poly1305.tagCount
        let sender = (try? SenderIdentity(reading: claim.sender.span).text) ?? "no identity"
        return [
            EnvelopeField(
                "signature",
                range(0, 64),
                "by the sender, over info, head and all that follows",
                "M-14, M-15 (message.md, 7)"
            ),
            EnvelopeField(
                "created",
                range(64, 72),
                claim.created.text,
                "M-2 (message.md, 7)"
            ),
            EnvelopeField(
                "time to live",
                range(72, 76),
                "the message ends \(claim.expiry.text), or with its prekey",
                "M-38 line 18 (message.md, 7)"
            ),
            EnvelopeField("sender", range(76, 108), sender, "M-16 (message.md, 7)"),
            EnvelopeField(
                "length",
                range(108, 110),
                "\(claim.content.count) bytes of content",
                "M-38 line 18 (message.md, 7)"
            ),
            EnvelopeField(
                "content",
                range(PlaintextLayout.content, contentEnd),
                "the payload itself",
                "M-34 (message.md, 10)"
            ),
            EnvelopeField(
                "padding",
                range(contentEnd, end),
                "\(end - contentEnd) zero bytes",
                "M-38 line 19, M-43 (message.md, 12)"
            ),
        ]
    }
}
