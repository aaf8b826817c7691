// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The steps of sealing one plaintext whose fields after the signature are filled in.
struct SealingParts {
    let sender: SenderKeys
    let record: PrekeyRecord
    let topic: Topic
    let kind: Payload.PushKind
    let randomness: (inout MutableSpan<UInt8>) -> Void

    /// Steps 3 to 7 (M-42): message id, encapsulation, signature, encryption, since each enters the
    /// next.
    func seal(
        _ plaintext: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) -> [UInt8] {
        let messageID = messageID(
            rest: plaintext.span.extracting(droppingFirst: PlaintextLayout.created),
            using: &arena
        )
        let info = Info.bytes(
            topic: topic,
            kind: kind,
            record: record,
            messageID: messageID.span
        )
        return arena.withScratch(HPKE.contextCount) { arena, context -> [UInt8] in
            let encapsulatedKey = HPKE.setUpSender(
                to: record.publicKey,
                info: info.span,
                into: &context,
                using: &arena
            )
            var envelope = [EnvelopeLayout.version]
            envelope.reserveCapacity(
                EnvelopeLayout.associatedDataCount + plaintext.count + ChaCha20Poly1305.tagCount
            )
            envelope += record.id.bytes
            envelope += messageID
            envelope += encapsulatedKey
            let signature = signature(
                info: info,
                associatedData: envelope.span,
                rest: plaintext.span.extracting(droppingFirst: PlaintextLayout.created),
                using: &arena
            )
            plaintext.copy(from: signature, at: PlaintextLayout.signature.lowerBound)
            encrypt(plaintext.span, context: context.span, appendingTo: &envelope)
            return envelope
        }
    }

    private func encrypt(
        _ plaintext: Span<UInt8>,
        context: Span<UInt8>,
        appendingTo envelope: inout [UInt8]
    ) {
        var ciphertext = [UInt8](
            repeating: 0,
            count: plaintext.count + ChaCha20Poly1305.tagCount
        )
        var target = ciphertext.mutableSpan
        HPKE.seal(
            plaintext,
            authenticating: envelope.span,
            context: context,
            into: &target
        )
        envelope += ciphertext
    }

    /// HMAC over fresh randomness, the record and the content, so that an id repeats only for the
    /// same message (M-42 step 3).
    private func messageID(rest: Span<UInt8>, using arena: inout SecretArena) -> [UInt8] {
        let restHash = SHA256.hash(rest)
        return arena.withScratch(32) { _, random in
            randomness(&random)
            let code = sender.secret.withBytes { secret in
                HMACSHA256.code(key: secret) { input in
                    input.update(Label.messageID)
                    input.update(random.span)
                    input.update(record.digest)
                    input.update(restHash)
                }
            }
            return Array(code.prefix(MessageID.count))
        }
    }

    private func signature(
        info: [UInt8],
        associatedData: Span<UInt8>,
        rest: Span<UInt8>,
        using arena: inout SecretArena
    ) -> [UInt8] {
        let count = SignedMessage.count(associatedData: associatedData.count, rest: rest.count)
        return arena.withScratch(count) { _, message in
            SignedMessage.write(
                info: info,
                associatedData: associatedData,
                rest: rest,
                into: &message
            )
            return sender.signingKey.signature(for: message.span)
        }
    }
}
