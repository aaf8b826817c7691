// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush

/// A message and a device that break any rules of opening at once, to see which is noticed first.
struct BrokenMessage {
    /// The checks of the opening machine, in their order.
    enum Rule: CaseIterable, Sendable {
        case textTooLong, textNotBase64URL, noBytes, unknownVersion, wrongLength
        case unknownPrekey, prekeyUsed, prekeyExpired
        case lowOrderKey, cannotOpen, fieldOutOfRange, paddingNotZero
        case unknownSender, senderKeyRefused, wrongSignature, silencedSender
        case expired, malformedContent
        case replayed, prekeyErased

        /// The class of a message that breaks it first.
        var error: OpeningError {
            switch self {
            case .textTooLong, .textNotBase64URL, .noBytes, .wrongLength: .malformedEnvelope
            case .unknownVersion: .unknownVersion
            case .unknownPrekey, .prekeyErased: .unknownPrekey
            case .prekeyUsed: .prekeyUsed
            case .prekeyExpired: .prekeyExpired
            case .lowOrderKey, .cannotOpen: .cannotOpen
            case .fieldOutOfRange, .paddingNotZero, .malformedContent: .malformedMessage
            case .unknownSender, .silencedSender: .senderNotAccepted
            case .senderKeyRefused, .wrongSignature: .wrongSignature
            case .expired: .expired
            case .replayed: .replayed
            }
        }
    }

    /// Pairs that no message breaks together: the shell gives one answer.
    static let alternatives: [Set<Rule>] = [
        [.unknownPrekey, .prekeyUsed], [.replayed, .prekeyErased],
    ]

    let exchange: Exchange
    let text: [UInt8]
    let now: Timestamp

    init(breaking broken: Set<Rule>) throws {
        exchange = try Exchange(
            class: broken.contains(.prekeyUsed) ? .oneTime : .reusable,
            unknownSenders: broken.contains(.unknownSender) ? .refuse : .showUnverified
        )
        now = Self.now(broken, notAfter: exchange.record.terms.notAfter)
        var raw = RawMessage(in: exchange)
        if broken.contains(.unknownVersion) { raw.version = 2 }
        try Self.breakPlaintext(&raw, broken)
        Self.breakPrekey(&raw, broken, exchange)
        var envelope = raw.envelope(to: exchange.record)
        Self.breakClaim(envelope, broken, exchange)
        if broken.contains(.cannotOpen) { envelope[envelope.count - 1] ^= 1 }
        if broken.contains(.wrongLength) {
            envelope.removeLast(envelope.count - 1270)
        }
        if broken.contains(.noBytes) { envelope = [] }
        var text = Array(Base64URL.encode(envelope.span).utf8)
        if broken.contains(.textTooLong) {
            text += [UInt8](repeating: UInt8(ascii: "A"), count: 5036 - text.count)
        }
        if broken.contains(.textNotBase64URL) { text.append(UInt8(ascii: "+")) }
        self.text = text
    }

    private static func now(_ broken: Set<Rule>, notAfter: Timestamp) -> Timestamp {
        if broken.contains(.prekeyExpired) {
            return notAfter.advanced(by: .milliseconds(300_001))
        }
        if broken.contains(.expired) { return Exchange.now.advanced(by: .milliseconds(301_001)) }
        return Exchange.now
    }

    private static func breakPlaintext(
        _ raw: inout RawMessage,
        _ broken: Set<Rule>
    ) throws {
        if broken.contains(.expired) { raw.timeToLive = 1 }
        if broken.contains(.fieldOutOfRange) { raw.timeToLive = 0 }
        if broken.contains(.paddingNotZero) { raw.padding[19] = 1 }
        if broken.contains(.senderKeyRefused) { raw.senderKey = [UInt8](repeating: 0, count: 32) }
        if broken.contains(.wrongSignature) { raw.signer = try SenderKeys.sample(9) }
        if broken.contains(.malformedContent) { raw.content = Array("[]".utf8) }
    }

    private static func breakPrekey(
        _ raw: inout RawMessage,
        _ broken: Set<Rule>,
        _ exchange: Exchange
    ) {
        if broken.contains(.lowOrderKey) {
            raw.encapsulatedKey = { $0.dropLast(32) + [UInt8](repeating: 0, count: 32) }
        }
        if !broken.isDisjoint(with: [.unknownPrekey, .prekeyUsed]) { exchange.prekeys = [:] }
        if broken.contains(.prekeyUsed) {
            let place = ClaimPlace(prekeyID: PrekeyRecord.ID(raw.prekeyID), envelope: nil)
            let another = EnvelopeHash([UInt8](repeating: 9, count: 16))
            exchange.claims[place] = .handedOver(another)
        }
        exchange.isRevoked = broken.contains(.silencedSender)
        if !broken.isDisjoint(with: [.unknownSender, .senderKeyRefused]) {
            exchange.contact = nil
        }
    }

    private static func breakClaim(
        _ envelope: [UInt8],
        _ broken: Set<Rule>,
        _ exchange: Exchange
    ) {
        exchange.claimsAreImpossible = broken.contains(.prekeyErased)
        guard broken.contains(.replayed) else { return }
        let hash = EnvelopeHash(of: envelope.span)
        exchange.claims[ClaimPlace(prekeyID: exchange.record.id, envelope: hash)] =
            .handedOver(hash)
    }
}
