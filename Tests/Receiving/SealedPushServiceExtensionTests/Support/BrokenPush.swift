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
    /// The classes that a push can end in, the one that takes a key away for good last.
    ///
    /// What is no JSON never comes to an extension.
    static let classes =
        OpeningError.all.filter { $0 != .malformedPayload && $0 != .prekeyExpired }
        + [.prekeyExpired]

    static let body = "The placeholder"

    private let error: OpeningError
    private let payload: [UInt8]
    private let record: PrekeyRecord
    private let single: PrekeyRecord
    /// The envelope, broken as it may be.
    let envelope: [UInt8]

    /// Makes a push that breaks the rule of `error`.
    init(_ error: OpeningError, on scene: Scene) throws {
        self.error = error
        let bundle = try scene.phone.keys.bundle(oneTime: 1, at: Phone.now)
        guard let record = bundle.reusable,
            let single = bundle.records.first(where: { $0.terms.class == .oneTime })
        else { throw CocoaError(.featureUnsupported) }
        (self.record, self.single) = (record, single)
        let target = error == .prekeyUsed ? single : record
        var raw = Self.message(to: target, scene)
        switch error {
        case .unknownVersion: raw.version = 2
        case .unknownPrekey: raw.prekeyID[0] ^= 1
        case .senderNotAccepted:
            let stranger = SenderKeys()
            (raw.signer, raw.senderKey) = (stranger, stranger.identity.bytes)
        case .wrongSignature: raw.signer = SenderKeys()
        case .malformedMessage: raw.content = Array("[\"\(LeakWords.content)\"]".utf8)
        default: break
        }
        let envelope = raw.envelope(to: target)
        (self.envelope, payload) = Self.payload(around: envelope, error)
    }

    /// Brings the push to the device at a moment when it breaks the rule, and puts the phone in
    /// order again.
    func deliver(to scene: Scene) async throws -> (report: DeliveryReport, line: String) {
        switch error {
        case .expired: try scene.setTime(Phone.now.advanced(by: .hours(25)))
        case .prekeyExpired: try scene.setTime(record.terms.notAfter.advanced(by: .hours(25)))
        case .senderNotAccepted: try scene.folder.write(.contactsOnly, "")
        case .replayed:
            _ = try await scene.settle(payload: payload)
            scene.device.notificationCenter.removeAllDeliveredNotifications()
        case .prekeyUsed:
            let first = Self.message("Before the other", to: single, scene).envelope(to: single)
            _ = try await scene.settle(payload: Self.payload(around: first, error).payload)
        default: break
        }
        let ending = try await scene.settle(payload: payload)
        try scene.setTime(Phone.now)
        try scene.folder.write(.contactsOnly, nil)
        return ending
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

    /// The payload around an envelope.
    ///
    /// An attacker who can push writes what is around it: of all that, only the texts may be shown.
    private static func payload(
        around whole: [UInt8],
        _ error: OpeningError
    ) -> (envelope: [UInt8], payload: [UInt8]) {
        var envelope = whole
        if error == .cannotOpen { envelope[envelope.count - 1] ^= 1 }
        var text = Base64URL.encode(envelope.span)
        if error == .malformedEnvelope { text += "=" }
        let key = error == .notSealed ? "content" : "encrypted-content"
        let noise = #","badge":7,"sound":"default","category":"C","thread-id":"T""#
        let json =
            #"{"aps":{"alert":"\#(body)","mutable-content":1\#(noise)},"\#(key)":"\#(text)"}"#
        return (envelope, Array(json.utf8))
    }
}

/// Words that must not come to light.
enum LeakWords {
    static let content = "Dinner at eight?"
}
