// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayClient
import SealedPushSender

/// A message as it waits in the database: prepared once, for all of its devices.
struct SidecarMessage: Hashable, Sendable {
    /// The content that is sealed.
    let content: [UInt8]
    /// The size of each envelope, in bytes.
    let envelopeCount: Int
    /// How long the message may take to arrive.
    let timeToLive: TimeToLive
    /// What messages share that replace each other.
    let collapseKey: String?
    /// The hash of the sender's statements at that time.
    let statements: [UInt8]

    /// Prepares what a backend asks for.
    ///
    /// - Throws: ``SealingError``, such as `contentTooLarge`, if no device could be sent it,
    ///   whatever its prekeys.
    init(
        _ request: MessageRequest,
        from sender: Sender,
        now: Timestamp
    ) throws(SealingError) {
        let message = try sender.prepare(request.payload, request.options, now: now)
        self.init(
            content: message.fitted.bytes,
            envelopeCount: message.fitted.envelopeCount,
            timeToLive: request.timeToLive,
            collapseKey: request.collapseKey,
            statements: sender.statementsDigest(at: now)
        )
    }

    /// Prepares the message that tells a device that its answer was taken.
    ///
    /// - Throws: ``SealingError``.
    init(
        pairing answer: AnswerHash,
        from sender: Sender,
        now: Timestamp
    ) throws(SealingError) {
        let message = try sender.preparePaired(naming: answer, now: now)
        self.init(
            content: message.fitted.bytes,
            envelopeCount: message.fitted.envelopeCount,
            timeToLive: .day,
            collapseKey: nil,
            statements: sender.statementsDigest(at: now)
        )
    }

    init(
        content: [UInt8],
        envelopeCount: Int,
        timeToLive: TimeToLive,
        collapseKey: String?,
        statements: [UInt8]
    ) {
        self.content = content
        self.envelopeCount = envelopeCount
        self.timeToLive = timeToLive
        self.collapseKey = collapseKey
        self.statements = statements
    }

    /// What is sealed for each device, so that it ends when the message does.
    ///
    /// The content is read again only if something new goes along: another statement that the
    /// sender has signed since, such as its succession, or the hash of the device's answer to a
    /// link.
    func prepared(
        by sender: Sender,
        until end: Timestamp,
        now: Timestamp,
        pairing answer: AnswerHash?
    ) throws(SealingError) -> PreparedMessage {
        var options = SealingOptions()
        options.timeToLive =
            TimeToLive(seconds: UInt32(clamping: now.seconds(until: end))) ?? timeToLive
        // A relay keeps the last message of a key alone: one that replaces it could lack the
        // answer.
        options.collapseKey = answer == nil ? collapseKey : nil
        options.paired = answer
        guard answer == nil, sender.statementsDigest(at: now) == statements else {
            return try sender.renew(content, options, now: now)
        }
        return try PreparedMessage(content: content, envelopeCount: envelopeCount, options)
    }
}

extension SidecarMessage: Redacted {}

extension Timestamp {
    /// The whole seconds to a later moment, at least one.
    func seconds(until end: Timestamp) -> Int64 {
        max(1, (end.timeSince1970 - timeSince1970).components.seconds)
    }
}
