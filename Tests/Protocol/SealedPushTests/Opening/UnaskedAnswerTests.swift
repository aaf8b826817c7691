// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

@Suite struct UnaskedAnswerTests {
    /// What the machine waits for.
    enum Waiting: String, CaseIterable, Codable, Sendable {
        case nothing, prekey, contact, contactOfClaim, clearing, claim, erasure, erasureOfTaken,
            statements, name

        /// The answers that are right then.
        var answers: Set<Answer> {
            switch self {
            case .nothing: []
            case .prekey: [.prekeyFound, .prekeyUsed, .prekeyUnknown]
            case .contact, .contactOfClaim: [.contactLoaded, .senderRefused]
            case .clearing: [.cleared]
            case .claim: [.claimed, .claimFound, .claimImpossible]
            case .erasure, .erasureOfTaken: [.erased]
            case .statements: [.statementsApplied]
            case .name: [.nameLoaded]
            }
        }
    }

    enum Answer: String, CaseIterable, Codable, Sendable {
        case prekeyFound, prekeyUsed, prekeyUnknown, contactLoaded, senderRefused, cleared
        case claimed, claimFound, claimImpossible, erased, statementsApplied, nameLoaded
    }

    /// A machine led to where it waits, and what answers it.
    struct Led: ~Copyable {
        var machine: OpeningMachine
        let exchange: Exchange
        private let state = ClaimState.handedOver(EnvelopeHash([UInt8](repeating: 0, count: 16)))

        init(_ exchange: Exchange) {
            self.exchange = exchange
            machine = OpeningMachine(topic: exchange.topic)
        }

        mutating func lead(to waiting: Waiting) throws {
            let statements = [SenderIdentity.Revocation(signing: exchange.sender.signingKey).text]
            let fields = waiting == .statements ? ToolkitFields(statements: statements) : nil
            let content = try fields.map { fields in
                try Payload(reading: Array(Exchange.content.utf8)).adding(fields).bytes
            }
            let text = content.map { String(decoding: $0, as: UTF8.self) } ?? Exchange.content
            let envelope = try exchange.seal(text).envelope
            guard waiting != .nothing else { return }
            _ = machine.start(try Envelope(reading: envelope), now: Exchange.now)
            guard waiting != .prekey else { return }
            guard waiting != .contactOfClaim, waiting != .clearing else {
                let claim = Claim(
                    envelopeHash: try Envelope(reading: envelope).hash,
                    expiry: Exchange.now,
                    sender: exchange.sender.identity.bytes,
                    content: Array(Exchange.content.utf8),
                    created: Exchange.now
                )
                _ = machine.prekeyUsed(.held(claim))
                if waiting == .clearing { _ = give(.senderRefused) }
                return
            }
            _ = give(.prekeyFound)
            guard waiting != .contact else { return }
            _ = give(.contactLoaded)
            guard waiting != .claim else { return }
            guard waiting != .erasureOfTaken else {
                _ = give(.claimFound)
                return
            }
            _ = give(.claimed)
            guard waiting != .erasure else { return }
            _ = give(.erased)
        }

        mutating func give(_ answer: Answer) -> OpeningStep? {
            switch answer {
            case .prekeyFound:
                guard let held = exchange.prekeys[exchange.record.id] else { return nil }
                return machine.prekeyFound(held.prekey)
            case .prekeyUsed: return machine.prekeyUsed(state)
            case .prekeyUnknown: return machine.prekeyUnknown()
            case .contactLoaded: return machine.contactLoaded(nil, isRevoked: false)
            case .senderRefused: return machine.senderRefused()
            case .cleared: return machine.cleared()
            case .claimed: return machine.claimed(prekeyIsHeld: true)
            case .claimFound: return machine.claimFound(state)
            case .claimImpossible: return machine.claimImpossible()
            case .erased: return machine.erased()
            case .statementsApplied: return machine.statementsApplied(nil, isRevoked: false)
            case .nameLoaded:
                return machine.nameLoaded(ResolvedSender(name: "x", source: .label))
            }
        }
    }

    @Test(arguments: Waiting.allCases)
    func `an answer that was asked for is taken`(_ waiting: Waiting) throws {
        for answer in waiting.answers {
            var led = Led(try Exchange(class: .oneTime))
            try led.lead(to: waiting)
            let step = led.give(answer)
            #expect(step != nil)
        }
    }

    @Test(arguments: Waiting.allCases, Answer.allCases)
    func `an answer that was not asked for stops the program`(
        _ waiting: Waiting,
        _ answer: Answer
    ) async {
        guard !waiting.answers.contains(answer) else { return }
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [waiting, answer] in
            var led = Led(try Exchange(class: .oneTime))
            try led.lead(to: waiting)
            _ = led.give(answer)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("did not ask for this"))
    }
}
