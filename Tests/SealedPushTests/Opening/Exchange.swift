// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A sender and a device that know each other, for tests: what each holds, and nothing stored.
struct Exchange: ~Copyable {
    let sender = SenderKeys()
    let identity = SigningKey()
    let suite: Suite
    let seed = SecretBytes(randomCount: DevicePrekey.seedCount)
    let record: PrekeyRecord
    let topic: Topic
    var standing: ContactStanding? = ContactStanding()
    var claims: [ClaimPlace: ClaimState] = [:]
    var erased: [PrekeyID] = []

    static let now = Timestamp(clamping: 1_750_000_000_000)

    init(
        _ suite: Suite,
        class: PrekeyRecord.Class = .reusable,
        topic: String = "com.example.app"
    ) throws {
        self.suite = suite
        self.topic = Topic(topic) ?? Self.fallbackTopic
        let publicKey = try seed.withBytes { seed throws(CryptoError) in
            try DevicePrekey.publicKey(of: suite, seed: seed)
        }
        let terms = PrekeyRecord.Terms(
            class: `class`,
            epoch: 7,
            notBefore: Self.now.advanced(by: .seconds(-86_400)),
            notAfter: Self.now.advanced(by: .seconds(45 * 86_400))
        )
        record = PrekeyRecord(signing: publicKey, terms: terms, with: identity)
    }

    private static var fallbackTopic: Topic {
        guard let topic = Topic("x") else { preconditionFailure("one byte is a topic") }
        return topic
    }

    func prekey() throws(CryptoError) -> DevicePrekey {
        try seed.withBytes { seed throws(CryptoError) in
            try DevicePrekey(record: record, seed: seed)
        }
    }

    func seal(
        _ content: String,
        at created: Timestamp = Exchange.now,
        timeToLive: TimeToLive = .day,
        padding: Padding = .buckets
    ) throws -> SealedMessage {
        var sealer = MessageSealer()
        let bytes = Array(content.utf8)
        return try sealer.seal(
            bytes.span,
            from: sender,
            to: record,
            topic: topic,
            created: created,
            timeToLive: timeToLive,
            envelopeCount: padding.envelopeCount(contentCount: bytes.count, suite: suite)
        )
    }

    /// Answers a machine from memory until it ends.
    mutating func open(
        _ envelope: [UInt8],
        at now: Timestamp = Exchange.now,
        topic: Topic? = nil,
        unknownSenders: UnknownSenderPolicy = .showUnverified
    ) throws -> OpeningStep {
        var machine = OpeningMachine(topic: topic ?? self.topic, unknownSenders: unknownSenders)
        let text = Array(Base64URL.encode(envelope.span).utf8)
        var step = machine.start(text.span, now: now)
        while true {
            switch step {
            case .loadPrekey(let id):
                if id == record.id, !erased.contains(id) {
                    step = machine.prekeyFound(try prekey())
                } else if let found = claims[ClaimPlace(prekeyID: id, envelope: nil)] {
                    step = machine.prekeyUsed(found)
                } else {
                    step = machine.prekeyUnknown()
                }
            case .loadContact: step = machine.contactLoaded(standing)
            case .claim(let claim, let place):
                if let found = claims[place] {
                    step = machine.claimFound(found)
                } else {
                    claims[place] = .held(claim)
                    step = machine.claimed()
                }
            case .erase(let id):
                erased.append(id)
                step = machine.erased()
            case .loadName(_, _, let selfDeclared):
                step = machine.nameLoaded(
                    ResolvedSender(name: selfDeclared ?? "Unknown sender", source: .label)
                )
            case .deliver, .refuse: return step
            }
        }
    }
}
