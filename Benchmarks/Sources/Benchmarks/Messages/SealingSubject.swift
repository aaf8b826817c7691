// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Seals one message again and again: keys loaded, record verified before, the sealer's memory warm.
final class SealingSubject {
    private let exchange: Exchange
    private let content: [UInt8]
    private let envelopeCount: Int
    private var sealer = MessageSealer()

    init(_ message: MessageCase) throws {
        exchange = try Exchange()
        content = try Content.bytes(count: message.contentCount)
        envelopeCount = message.envelopeCount
    }

    var work: Work {
        Work { [self] in keep(try seal()) }
    }

    private func seal() throws -> SealedMessage {
        let content = content
        return try sealer.seal(
            content.span,
            from: exchange.sender,
            to: exchange.prekey.record,
            topic: exchange.topic,
            created: Exchange.now,
            timeToLive: .day,
            envelopeCount: envelopeCount
        )
    }
}
