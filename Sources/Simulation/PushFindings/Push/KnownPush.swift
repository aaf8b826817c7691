// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushAPNs
import SealedPushCoding
import SimulatedDevice

/// A push with all that is known of it, read once.
struct KnownPush {
    let sent: SentPush
    let phone: PhoneFacts?
    let report: DeliveryReport?
    /// The payload; nil if it was cut off, or is no JSON.
    let document: JSONDocument?
    /// What is wrong with the JSON.
    let jsonError: JSONError?
    /// The push as it reaches the device; nil if its payload is no object with an object `aps`.
    let arrived: ArrivedPush?
    /// The topic, by header, certificate or file.
    let topic: String?

    init(_ sent: SentPush, on phone: PhoneFacts?, _ report: DeliveryReport?) {
        self.sent = sent
        self.phone = phone
        self.report = report
        let isWhole = sent.payloadSize == sent.payload.count && !sent.payload.isEmpty
        (document, jsonError) = isWhole ? Self.read(sent.payload) : (nil, nil)
        arrived = document.flatMap { document in
            document.root["aps"]?.kind == .object ? ArrivedPush(document) : nil
        }
        topic = sent["apns-topic"] ?? sent.certificateTopic ?? arrived?.topic
    }

    /// Reads JSON; half a surrogate pair, which readers take for U+FFFD, is an error and no end.
    private static func read(_ bytes: [UInt8]) -> (JSONDocument?, JSONError?) {
        do throws(JSONError) {
            return (try JSONDocument(reading: bytes), nil)
        } catch {
            guard case .loneSurrogate = error else { return (nil, error) }
            return (try? JSONDocument(mending: bytes), error)
        }
    }

    /// The type, if it is one of Apple's.
    var type: APNsPushType? { sent["apns-push-type"].flatMap(APNsPushType.init(rawValue:)) }

    /// False if the type, or the lack of one, tells that the push is for another thing than
    /// notifications.
    var isNotification: Bool { [nil, .alert, .background].contains(type) }

    /// The payload without what an `.apns` file has beside it.
    var root: JSONValue? { arrived?.payload.root }
    var aps: JSONValue? { root?["aps"] }

    /// The number of bytes that APNs counts.
    var size: Int { arrived?.payload.bytes.count ?? sent.payloadSize }

    /// The bundle id in the topic.
    var bundleID: String? {
        topic.map { topic in
            let suffix = (type ?? APNsPushType(topic: topic))?.topicSuffix ?? ""
            return topic.hasSuffix(suffix) ? String(topic.dropLast(suffix.count)) : topic
        }
    }

    /// The app that the push is for, if it is known.
    var app: PhoneFacts.App? {
        guard let phone else { return nil }
        if let token = sent.token,
            let owner = phone.apps.first(where: { $0.has(token) })
        {
            return owner
        }
        guard topic != nil else { return phone.apps.count == 1 ? phone.apps[0] : nil }
        return phone.apps.first { $0.bundleID == topic || $0.bundleID == bundleID }
    }

    /// True if the push only wakes the app: it is the one hope that anything comes of it.
    var onlyWakesApp: Bool {
        arrived.map { $0.wakesApp && !$0.isVisible && isNotification } ?? false
    }
}

extension SentPush {
    /// The topic of a certificate for one.
    fileprivate var certificateTopic: String? {
        guard case .certificate(let topics, _) = credential, topics.count == 1 else { return nil }
        return topics[0]
    }
}

extension PhoneFacts.App {
    /// The app's token of these digits.
    func token(_ hex: String) -> PhoneFacts.Token? {
        tokens?.first { $0.hex.lowercased() == hex.lowercased() }
    }

    fileprivate func has(_ hex: String) -> Bool { token(hex) != nil }
}
