// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import MessageTestSupport
import PhoneExtension
import ReceiverTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import SimulatedDevice
import UserNotifications

/// A push that breaks one rule of opening, on a device where it does.
struct BrokenPush {
    let payload: [UInt8]
    var headers = PushHeaders()

    static let body = "The placeholder"
    static let now = Phone.now

    /// Breaks the rule of `error`, by the push or by what befalls the phone.
    init(_ error: OpeningError, on scene: Scene) async throws {
        let oneTime = try scene.phone.keys.bundle(oneTime: 1, at: Phone.now)
        let records = oneTime.records.filter { $0.terms.class == .reusable }
        guard let record = records.first(where: { $0.suite == .x25519 }),
            let other = records.first(where: { $0.suite != .x25519 }),
            let single = oneTime.records.first(where: { $0.terms.class == .oneTime })
        else { throw CocoaError(.featureUnsupported) }
        var raw = Self.message(to: error == .prekeyUsed ? single : record, scene)
        switch error {
        case .unknownFormat: raw.format = 2
        case .unknownSuite: raw.suite = 3
        case .flagsNotZero: raw.flags = 1
        case .reservedNotZero: raw.reserved = 1
        case .unknownPrekey: raw.prekeyID[0] ^= 1
        case .suiteMismatch: raw.prekeyID = other.id.bytes
        case .lowOrderKey: raw.encapsulatedKey = { _ in [UInt8](repeating: 0, count: 32) }
        case .malformedPlaintext: raw.timeToLive = 0
        case .paddingNotZero: raw.padding[19] = 1
        case .senderKeyRefused: raw.senderKey = [UInt8](repeating: 0, count: 32)
        case .wrongSignature: raw.signer = SenderKeys()
        case .createdInFuture: raw.created += 25 * 3_600_000
        case .malformedContent: raw.content = Array("[]".utf8)
        default: break
        }
        let envelope = try raw.envelope(to: error == .prekeyUsed ? single : record)
        payload = try Self.payload(around: envelope, error)
        if error == .textTooLong { headers.pushType = "voip" }
        try await Self.prepare(scene, for: error, record, single, payload)
    }

    private static func message(
        _ words: String = LeakWords.content,
        to record: PrekeyRecord,
        _ scene: Scene
    ) -> RawMessage {
        RawMessage(
            #"{"aps":{"alert":"\#(words)"}}"#,
            from: scene.phone.server,
            to: record,
            of: scene.phone.keys.identity,
            topic: scene.phone.topic,
            created: Phone.now
        )
    }

    /// The payload around an envelope, whose text may be broken, too.
    private static func payload(
        around envelope: [UInt8],
        _ error: OpeningError
    ) throws -> [UInt8] {
        var envelope = envelope
        switch error {
        case .cannotOpen: envelope[envelope.count - 1] ^= 1
        case .wrongLength: envelope.removeLast(envelope.count - 185)
        case .tooShort: envelope.removeLast(envelope.count - 3)
        default: break
        }
        var text = Base64URL.encode(envelope.span)
        if error == .textNotBase64URL { text += "=" }
        if error == .textTooLong { text += String(repeating: "A", count: 5033 - text.utf8.count) }
        let key = error == .notSealed ? "content" : "encrypted-content"
        return Array(
            #"{"aps":{"alert":"\#(body)","mutable-content":1},"\#(key)":"\#(text)"}"#.utf8
        )
    }

    /// Brings the phone into the state in which the push breaks the rule.
    private static func prepare(
        _ scene: Scene,
        for error: OpeningError,
        _ record: PrekeyRecord,
        _ single: PrekeyRecord,
        _ payload: [UInt8]
    ) async throws {
        let claims = scene.folder.store + "/claims/"
        switch error {
        case .expired: try scene.setTime(Phone.now.advanced(by: .hours(25)))
        case .prekeyOverAge: try scene.setTime(record.terms.notAfter.advanced(by: .hours(25)))
        case .senderNotAccepted: try scene.folder.write(.contactsOnly, "")
        case .prekeyErased:
            let room = Hex.encode(record.id.bytes.span)
            try FileManager.default.removeItem(atPath: claims + room)
        case .replayed:
            _ = await scene.device.deliver(payload: payload).report
            scene.device.notificationCenter.removeAllDeliveredNotifications()
        case .prekeyUsed:
            let first = try message("Before", to: single, scene).envelope(to: single)
            _ = await scene.device.deliver(payload: try Self.payload(around: first, error)).report
        default: break
        }
    }
}

/// Words that must not come to light.
enum LeakWords {
    static let content = "Dinner at eight?"
}
