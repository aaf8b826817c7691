// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush

/// Opens one message again and again: the pure machine, answered from memory, the prekey loaded.
final class OpeningSubject {
    private let exchange: Exchange
    private let texts: [[UInt8]]
    private let sender = ResolvedSender(name: "Ottoline", source: .contact)
    private var machine: OpeningMachine
    private var next = 0

    init(_ message: MessageCase) throws {
        let exchange = try Exchange()
        let content = try Content.bytes(count: message.contentCount)
        var sealer = MessageSealer()
        // Verification does not take the same time for every signature.
        texts = try (0..<Primitive.variants).map { _ in
            let sealed = try sealer.seal(
                content.span,
                from: exchange.sender,
                to: exchange.prekey.record,
                topic: exchange.topic,
                created: Exchange.now,
                timeToLive: .day,
                envelopeCount: message.envelopeCount
            )
            return Self.base64URL(sealed.envelope)
        }
        self.exchange = exchange
        machine = OpeningMachine(topic: exchange.topic)
        guard try open().claim.content == content else {
            throw BenchmarkFailure("the message did not come back")
        }
    }

    var work: Work {
        Work { [self] in keep(try open()) }
    }

    private func open() throws -> OpenedMessage {
        next = (next + 1) % texts.count
        let text = texts[next]
        var step = machine.start(try Envelope(text: text.span), now: Exchange.now)
        while true {
            switch step {
            case .loadPrekey: step = machine.prekeyFound(exchange.prekey)
            case .loadContact:
                step = machine.contactLoaded(ContactStatus(), isRevoked: false)
            case .claim: step = machine.claimed(prekeyIsHeld: true)
            case .apply: throw BenchmarkFailure("no statement was sealed")
            case .loadName: step = machine.nameLoaded(sender)
            case .deliver(let message): return message
            case .clear, .erase: throw BenchmarkFailure("a reusable prekey was to be erased")
            case .refuse(let error): throw BenchmarkFailure("refused: \(error.name)")
            }
        }
    }

    private static func base64URL(_ bytes: [UInt8]) -> [UInt8] {
        Data(bytes).base64EncodedData().compactMap { character in
            switch character {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: character
            }
        }
    }
}
