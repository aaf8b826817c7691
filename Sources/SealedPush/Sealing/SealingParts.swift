// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The steps of sealing one plaintext whose fields after the signature are filled in.
struct SealingParts {
    let sender: SenderKeys
    let record: PrekeyRecord
    let topic: Topic
    let randomness: (inout MutableSpan<UInt8>) -> Void

    /// Message id, encapsulation, signature, encryption: in this order, since each enters the next.
    func seal(
        _ plaintext: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(SealingError) -> [UInt8] {
        let messageID = messageID(
            rest: plaintext.span.extracting(droppingFirst: PlaintextLayout.created),
            using: &arena
        )
        let info = Info.bytes(topic: topic, record: record, messageID: messageID.span)
        return try arena.withScratch(HPKE.contextCount) {
            arena,
            context throws(SealingError) -> [UInt8] in
            let encapsulatedKey = try setUp(
                info: info,
                rest: plaintext.span.extracting(droppingFirst: PlaintextLayout.created),
                into: &context,
                using: &arena
            )
            var envelope: [UInt8] = [EnvelopeLayout.format, record.suite.rawValue, 0, 0]
            let associatedDataCount = EnvelopeLayout.associatedDataCount(of: record.suite)
            envelope.reserveCapacity(
                associatedDataCount + plaintext.count + ChaCha20Poly1305.tagCount
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
            encrypt(plaintext.span, context: context.span, appendingTo: &envelope, using: &arena)
            return envelope
        }
    }

    private func encrypt(
        _ plaintext: Span<UInt8>,
        context: Span<UInt8>,
        appendingTo envelope: inout [UInt8],
        using arena: inout SecretArena
    ) {
        var ciphertext = [UInt8](
            repeating: 0,
            count: plaintext.count + ChaCha20Poly1305.tagCount
        )
        var target = ciphertext.mutableSpan
        HPKE.seal(
            plaintext,
            authenticating: envelope.span,
            kem: record.suite.kem,
            context: context,
            into: &target,
            using: &arena
        )
        envelope += ciphertext
    }

    /// HMAC over randomness, the record and the content, so that an id repeats only for the same message.
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

    private func setUp(
        info: [UInt8],
        rest: Span<UInt8>,
        into context: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(SealingError) -> [UInt8] {
        do {
            switch record.publicKey {
            case .x25519(let recipient):
                let ephemeral = try hedgedEphemeral(info: info, rest: rest, using: &arena)
                return try HPKE.setUpSender(
                    X25519Encapsulation(to: recipient, ephemeral: ephemeral),
                    info: { input in input.update(info) },
                    into: &context,
                    using: &arena
                )
            case .xwing(let recipient):
                return try HPKE.setUpSender(
                    recipient,
                    info: { input in input.update(info) },
                    into: &context,
                    using: &arena
                )
            }
        } catch {
            throw .keyRefused
        }
    }

    /// The ephemeral of suite 1: DeriveKeyPair over randomness, the sender secret and the whole message, so that
    /// randomness which repeats (after a fork, from a snapshot) never meets two messages with one key.
    private func hedgedEphemeral(
        info: [UInt8],
        rest: Span<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) -> X25519PrivateKey {
        let messageHash = SHA256.hash { input in
            input.update(info)
            input.update(rest)
        }
        return try arena.withScratch(32) { arena, extracted throws(CryptoError) in
            arena.withScratch(32) { _, random in
                randomness(&random)
                sender.secret.withBytes { secret in
                    HKDF.extract(salt: Span(), into: &extracted) { input in
                        input.update(random.span)
                        input.update(secret)
                        input.update(messageHash)
                    }
                }
            }
            return try arena.withScratch(32) { arena, material throws(CryptoError) in
                HKDF.expand(key: extracted.span, into: &material) { input in
                    input.update(Label.ephemeral)
                }
                return try X25519PrivateKey(derivedFrom: material.span, using: &arena)
            }
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
