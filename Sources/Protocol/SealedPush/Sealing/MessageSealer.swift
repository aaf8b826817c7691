// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Seals messages one after the other; a worker keeps one, since its guarded memory serves them
/// all.
package struct MessageSealer: ~Copyable, Sendable {
    private var arena = SecretArena()
    private let randomness: @Sendable (inout MutableSpan<UInt8>) -> Void

    /// Makes a sealer that draws from the system's randomness.
    package init() {
        randomness = { target in Randomness.fill(&target) }
    }

    /// Makes a sealer whose 32 bytes for each message id come from `randomness`: to show that
    /// repeated randomness gives no id twice.
    package init(randomness: @escaping @Sendable (inout MutableSpan<UInt8>) -> Void) {
        self.randomness = randomness
    }

    /// Seals `content` to one prekey.
    ///
    /// The content is an APNs payload that obeys the content rule (M-34); its bytes are taken as
    /// they are, never compressed (M-27). It is bound to the kind of push. `envelopeCount` is the
    /// size that padding brings the envelope to.
    ///
    /// - Throws: ``SealingError/contentTooLarge(needed:available:)``.
    package mutating func seal(
        _ content: Span<UInt8>,
        from sender: SenderKeys,
        to record: PrekeyRecord,
        topic: Topic,
        kind: Payload.PushKind = .alert,
        created: Timestamp,
        timeToLive: TimeToLive,
        envelopeCount: Int
    ) throws(SealingError) -> SealedMessage {
        let room = envelopeCount - EnvelopeLayout.overhead
        guard envelopeCount <= EnvelopeLayout.maximumCount, content.count <= room else {
            throw .contentTooLarge(needed: content.count, available: max(0, room))
        }
        let plaintextCount = PlaintextLayout.content + room
        let randomness = randomness
        let envelope = arena.withScratch(plaintextCount) { arena, plaintext -> [UInt8] in
            plaintext.write(bigEndian: created.milliseconds, at: PlaintextLayout.created)
            plaintext.write(bigEndian: timeToLive.seconds, at: PlaintextLayout.timeToLive)
            plaintext.copy(from: sender.identity.bytes, at: PlaintextLayout.sender.lowerBound)
            plaintext.write(bigEndian: UInt16(content.count), at: PlaintextLayout.contentLength)
            plaintext.copy(from: content, at: PlaintextLayout.content)
            let parts = SealingParts(
                sender: sender,
                record: record,
                topic: topic,
                kind: kind,
                randomness: randomness
            )
            return parts.seal(&plaintext, using: &arena)
        }
        let expiry = timeToLive.expiry(created: created, notAfter: record.terms.notAfter)
        return SealedMessage(
            envelope: envelope,
            messageID: MessageID(Array(envelope[EnvelopeLayout.messageID])),
            prekeyID: record.id,
            prekeyClass: record.terms.class,
            expiry: expiry,
            isExpiryClamped: expiry < created.advanced(by: .seconds(Int64(timeToLive.seconds)))
        )
    }
}

/// A message that was sealed, and what its sender should know of it.
package struct SealedMessage: Hashable, Sendable {
    /// The envelope's bytes.
    package let envelope: [UInt8]
    /// What the envelope calls itself by.
    package let messageID: MessageID
    /// The prekey it is encrypted to.
    package let prekeyID: PrekeyRecord.ID
    /// Whether that prekey serves this message alone; where it is reusable, what is sealed can be
    /// read until its end by a thief of its private half.
    package let prekeyClass: PrekeyRecord.Class
    /// The last moment at which it counts: for `apns-expiration`.
    package let expiry: Timestamp
    /// Whether the prekey ends before the time to live does, so that `expiry` is earlier than
    /// asked for.
    package let isExpiryClamped: Bool
}
