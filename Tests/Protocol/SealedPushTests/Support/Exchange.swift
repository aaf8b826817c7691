// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A sender and a device that know each other, and the shell of the device's opening machine, all in memory.
final class Exchange {
    let sender: SenderKeys
    let device: SampleDevice
    let record: PrekeyRecord
    let topic: Topic

    /// What the shell answers with.
    var prekeys: [PrekeyRecord.ID: HeldPrekey] = [:]
    var contact: ContactStatus? = ContactStatus()
    /// Those of single senders, where they are not `contact`.
    var contacts: [[UInt8]: ContactStatus?] = [:]
    /// Whether the sender is revoked, contact or not.
    var isRevoked = false
    /// Whether nothing of the sender is accepted.
    var refusesSender = false
    var claims: [ClaimPlace: ClaimState] = [:]
    /// Whether the places of claims are gone, since their prekey is.
    var claimsAreImpossible = false
    /// Whether the prekey goes away while a claim is won.
    var losesPrekey = false
    /// Whether a run ends, as a crash would end it, before the hand-over is noted.
    var losesHandOver = false

    /// What the machine asked for in the last run.
    private(set) var steps: [OpeningStep] = []
    private var machine: OpeningMachine

    static let now = SampleDevice.now
    static let content = #"{"aps":{"alert":"Meet me at noon"},"n":1.50}"#

    /// Holds a prekey in a dictionary.
    final class HeldPrekey {
        let prekey: DevicePrekey

        init(_ record: PrekeyRecord, seed: [UInt8]) throws {
            prekey = try DevicePrekey(record: record, seed: seed.span)
        }
    }

    init(
        class: PrekeyRecord.Class = .reusable,
        device number: UInt8 = 1,
        sender senderNumber: UInt8 = 1,
        unknownSenders: ContactStatus.UnknownSenderPolicy = .showUnverified,
        openedTopic: String = "com.example.app"
    ) throws {
        sender = try SenderKeys.sample(senderNumber)
        device = try SampleDevice(number)
        topic = try Self.topic("com.example.app")
        record = try device.record(SampleDevice.terms(`class`))
        machine = OpeningMachine(
            topic: try Self.topic(openedTopic),
            unknownSenders: unknownSenders
        )
        try hold(record)
    }

    static func topic(_ text: String) throws -> Topic {
        guard let topic = Topic(text) else { throw WireError.malformed }
        return topic
    }

    /// Gives the device the private half of a record over one of the sample keys.
    func hold(_ record: PrekeyRecord, key number: UInt8 = 0) throws {
        let seed = SampleDevice.seed(number)
        prekeys[record.id] = try HeldPrekey(record, seed: seed)
    }

    func seal(
        _ content: String = Exchange.content,
        to other: PrekeyRecord? = nil,
        from otherSender: SenderKeys? = nil,
        at created: Timestamp = Exchange.now,
        timeToLive: TimeToLive = .day,
        padding: Padding = .buckets,
        as kind: Payload.PushKind = .alert
    ) throws -> SealedMessage {
        var sealer = MessageSealer()
        let record = other ?? record
        let bytes = Array(content.utf8)
        return try sealer.seal(
            bytes.span,
            from: otherSender ?? sender,
            to: record,
            topic: topic,
            kind: kind,
            created: created,
            timeToLive: timeToLive,
            envelopeCount: padding.envelopeCount(contentCount: bytes.count)
        )
    }

    /// Answers the machine from memory until it ends; a message that was deferred came at `arrival`.
    @discardableResult
    func open(
        _ envelope: [UInt8],
        as kind: Payload.PushKind = .alert,
        at now: Timestamp = Exchange.now,
        arrival: Timestamp? = nil
    ) -> OpeningStep {
        open(text: Array(Base64URL.encode(envelope.span).utf8), as: kind, at: now, arrival: arrival)
    }

    /// Answers the machine from memory until it ends; a message that was deferred came at `arrival`.
    @discardableResult
    func open(
        text: [UInt8],
        as kind: Payload.PushKind = .alert,
        at now: Timestamp = Exchange.now,
        arrival: Timestamp? = nil
    ) -> OpeningStep {
        steps = []
        var step: OpeningStep
        do {
            step = machine.start(
                try Envelope(text: text.span),
                kind: kind,
                now: now,
                arrival: arrival
            )
        } catch {
            step = .refuse(error)
        }
        while true {
            steps.append(step)
            switch step {
            case .loadPrekey(let id): step = answerPrekey(id)
            case .loadContact(let sender):
                step =
                    refusesSender
                    ? machine.senderRefused()
                    : machine.contactLoaded(
                        contacts[sender, default: contact],
                        isRevoked: isRevoked
                    )
            case .clear(let place):
                if case .held(let claim) = claims[place] {
                    claims[place] = .handedOver(claim.envelopeHash)
                }
                step = machine.cleared()
            case .claim(let claim, let place): step = answerClaim(claim, at: place)
            case .erase(let id):
                prekeys[id] = nil
                step = machine.erased()
            case .apply(let statements, let sender):
                let isRevoked = statements.contains {
                    if case .revocation(let one) = $0 { one.sender.bytes == sender } else { false }
                }
                step = machine.statementsApplied(
                    contacts[sender, default: contact],
                    isRevoked: isRevoked
                )
            case .loadName(_, _, let selfDeclared):
                let name = selfDeclared ?? "Unknown sender"
                step = machine.nameLoaded(ResolvedSender(name: name, source: .label))
            case .deliver(let message):
                if !losesHandOver {
                    claims[message.place] = .handedOver(message.claim.envelopeHash)
                }
                return step
            case .refuse: return step
            }
        }
    }

    private func answerPrekey(_ id: PrekeyRecord.ID) -> OpeningStep {
        if let held = prekeys[id] {
            return machine.prekeyFound(held.prekey)
        }
        if let found = claims[ClaimPlace(prekeyID: id, envelope: nil)] {
            return machine.prekeyUsed(found)
        }
        return machine.prekeyUnknown()
    }

    private func answerClaim(_ claim: Claim, at place: ClaimPlace) -> OpeningStep {
        if claimsAreImpossible { return machine.claimImpossible() }
        if let found = claims[place] { return machine.claimFound(found) }
        claims[place] = .held(claim)
        if losesPrekey { prekeys[place.prekeyID] = nil }
        return machine.claimed(prekeyIsHeld: prekeys[place.prekeyID] != nil)
    }
}

extension OpeningStep {
    /// The class of a refusal.
    var error: OpeningError? {
        guard case .refuse(let error) = self else { return nil }
        return error
    }

    /// The message of a delivery.
    var message: OpenedMessage? {
        guard case .deliver(let message) = self else { return nil }
        return message
    }

    /// The step's name, without what it holds.
    var kind: String {
        switch self {
        case .loadPrekey: "loadPrekey"
        case .loadContact: "loadContact"
        case .clear: "clear"
        case .claim: "claim"
        case .erase: "erase"
        case .apply: "apply"
        case .loadName: "loadName"
        case .deliver: "deliver"
        case .refuse: "refuse"
        }
    }
}
