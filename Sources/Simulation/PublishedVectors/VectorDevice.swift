// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushReceiver

/// A receiver whose whole memory is a few dictionaries: it answers the opening machine as a store
/// would.
struct VectorDevice {
    /// A prekey with its private half.
    struct Held {
        let record: PrekeyRecord
        let seed: [UInt8]

        func prekey() throws(VectorFault) -> DevicePrekey {
            do {
                return try DevicePrekey(record: record, seed: seed.span)
            } catch {
                throw VectorFault("the key of a prekey is not that of its record")
            }
        }
    }

    /// How one run ended.
    enum Outcome {
        case passed(OpenedMessage.Status, Claim)
        case refused(OpeningError)

        /// What vectors call it.
        var name: String {
            switch self {
            case .passed(.new, _): "opened"
            case .passed(.recovered, _): "recovered"
            case .refused(let error): error.name
            }
        }
    }

    let topic: Topic
    var prekeys: [PrekeyRecord.ID: Held] = [:]
    private var claims: [ClaimPlace: ClaimState] = [:]
    /// The messages of unknown senders that were counted, by day.
    private var strangers: [UInt64: Int] = [:]
    /// What statements brought that came with messages.
    private var statements = VectorStatements()

    init(topic: Topic) {
        self.topic = topic
    }

    /// Opens one payload and remembers what a device would.
    mutating func open(_ opening: VectorOpening) throws(VectorFault) -> Outcome {
        var trace = OpeningTrace()
        return try open(opening, &trace)
    }

    /// Opens one payload, and notes in `trace` what the machine passed.
    mutating func open(
        _ opening: VectorOpening,
        _ trace: inout OpeningTrace
    ) throws(VectorFault) -> Outcome {
        let envelope: Envelope
        do throws(OpeningError) {
            envelope = try IncomingPush(opening.payload).envelope.get()
        } catch {
            return .refused(error)
        }
        let day = opening.now.milliseconds / 86_400_000
        if let count = opening.strangers { strangers[day] = count }
        var isStranger = false
        var machine = OpeningMachine(topic: topic, unknownSenders: opening.unknownSenders)
        var step = machine.start(
            envelope,
            kind: opening.push,
            now: opening.now,
            arrival: opening.arrival
        )
        var passed: (status: OpenedMessage.Status, claim: Claim)?
        while true {
            trace.note(step, at: machine.line)
            switch step {
            case .loadPrekey(let id):
                step = try answer(id, &machine)
            case .loadContact(let sender):
                let contact = statements.status(of: sender, opening)
                isStranger = contact == nil
                // T-20
                let isFull = strangers[day, default: 0] >= 256
                step =
                    isStranger && isFull && machine.isBeforeClaim
                    ? machine.senderRefused()
                    : machine.contactLoaded(
                        contact,
                        isRevoked: statements.isRevoked(sender, opening)
                    )
            case .clear(let place):
                if case .held(let claim) = claims[place] {
                    claims[place] = .handedOver(claim.envelopeHash)
                }
                step = machine.cleared()
            case .claim(let claim, let place):
                // T-21
                if isStranger, claims[place] == nil { strangers[day, default: 0] += 1 }
                if opening.erasedMeanwhile != nil { prekeys[place.prekeyID] = nil }
                if let found = claims[place] {
                    step = machine.claimFound(found)
                } else if opening.erasedMeanwhile == .claimDirectory {
                    step = machine.claimImpossible()
                } else {
                    claims[place] = .held(claim)
                    passed = (.new, claim)
                    step = machine.claimed(prekeyIsHeld: prekeys[place.prekeyID] != nil)
                }
            case .erase(let id):
                prekeys[id] = nil
                step = machine.erased()
                if opening.stop == .afterErasure, let passed {
                    trace.note(step, at: machine.line)
                    trace.stop(passed.status)
                    return .passed(passed.status, passed.claim)
                }
            case .apply(let texts, let sender):
                statements.apply(texts, opening)
                step = machine.statementsApplied(
                    statements.status(of: sender, opening),
                    isRevoked: statements.isRevoked(sender, opening)
                )
            case .loadName:
                step = machine.nameLoaded(ResolvedSender(name: "Unknown sender", source: .label))
            case .deliver(let message):
                claims[message.place] = .handedOver(message.claim.envelopeHash)
                return .passed(message.status, message.claim)
            case .refuse(let error):
                return .refused(error)
            }
            if opening.stop == .afterClaim, let passed {
                trace.note(step, at: machine.line)
                trace.stop(passed.status)
                return .passed(passed.status, passed.claim)
            }
        }
    }

    /// The contact whose candidate an identity is by now.
    func contact(ofCandidate identity: [UInt8], _ opening: VectorOpening) -> [UInt8]? {
        statements.contact(of: identity, opening).flatMap { $0 == identity ? nil : $0 }
    }

    private func answer(
        _ id: PrekeyRecord.ID,
        _ machine: inout OpeningMachine
    ) throws(VectorFault) -> OpeningStep {
        if let held = prekeys[id] { return machine.prekeyFound(try held.prekey()) }
        if let found = claims[ClaimPlace(prekeyID: id, envelope: nil)] {
            return machine.prekeyUsed(found)
        }
        return machine.prekeyUnknown()
    }
}

/// What a device of vectors knows by statements that came with messages (section 2 of
/// `display.md`); no candidate is taken, removed or blocked there.
struct VectorStatements {
    /// Each candidate with its contact.
    private var candidates: [[UInt8]: [UInt8]] = [:]
    private var revoked: Set<[UInt8]> = []

    /// The contact whose names count: the identity itself or, of a candidate, its contact.
    func contact(of identity: [UInt8], _ opening: VectorOpening) -> [UInt8]? {
        if opening.contacts.contains(identity) { return identity }
        return candidates[identity].flatMap { opening.contacts.contains($0) ? $0 : nil }
    }

    func status(of identity: [UInt8], _ opening: VectorOpening) -> ContactStatus? {
        guard let contact = contact(of: identity, opening) else { return nil }
        return ContactStatus(
            trust: opening.blocked.contains(contact) ? .blocked : .unverified,
            isCandidate: contact != identity
        )
    }

    func isRevoked(_ identity: [UInt8], _ opening: VectorOpening) -> Bool {
        revoked.contains(identity) || opening.revoked.contains(identity)
    }

    mutating func apply(_ statements: [Statement], _ opening: VectorOpening) {
        for statement in statements {
            switch statement {
            case .succession(let succession):
                let new = succession.new.bytes
                guard let contact = contact(of: succession.old.bytes, opening),
                    !opening.contacts.contains(new), candidates[new] == nil,
                    candidates.count(where: { $0.value == contact }) < 8
                else { continue }
                candidates[new] = contact
            case .revocation(let revocation):
                guard contact(of: revocation.sender.bytes, opening) != nil else { continue }
                revoked.insert(revocation.sender.bytes)
            default: continue
            }
        }
    }
}
