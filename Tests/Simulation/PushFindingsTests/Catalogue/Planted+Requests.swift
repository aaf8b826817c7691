// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs

@testable import PushFindings

extension Planted {
    /// Whatever APNs answers, there is a rule of it.
    static let answered: [Planted] = APNsReason.allCases.map { reason in
        Planted(FindingRule(reason), "answered") {
            $0.push.answer = .refused(reason)
        } almost: {
            $0.push.answer = .accepted
        }
    }

    /// What APNs would refuse, by headers, token and right, and headers that don't fit the payload.
    static let requests: [Planted] = [
        Planted(.badMessageID, "apns-id", "1", almost: nil),
        Planted(.missingTopic, "apns-topic", nil, almost: Scene.app),
        Planted(FindingRule(.missingTopic), "but for a certificate") {
            $0["apns-topic"] = nil
            $0.push.credential = .certificate(topics: [Scene.app, "b"], environments: [])
        } almost: {
            $0["apns-topic"] = nil
            $0.push.credential = .certificate(topics: [Scene.app], environments: [])
        },
        Planted(.badTopic, "apns-topic", "com.example app", almost: Scene.app),
        Planted(
            .badCollapseID,
            "apns-collapse-id",
            String(repeating: "c", count: 65),
            almost: String(repeating: "c", count: 64)
        ),
        Planted(.badPriority, "apns-priority", "7", almost: "1"),
        Planted(FindingRule(.badPriority), "a background push with 10") {
            $0.becomeSilent()
            $0["apns-priority"] = "10"
        } almost: {
            $0.becomeSilent()
        },
        Planted(FindingRule(.badPriority), "a background push without one") {
            $0.becomeSilent()
            $0["apns-priority"] = nil
        } almost: {
            $0.becomeSilent()
            $0["apns-priority"] = nil
            $0.push.hasAllHeaders = false
        },
        Planted(.invalidPushType, "apns-push-type", "banner", almost: "alert"),
        Planted(FindingRule(.invalidPushType), "a topic without its suffix") {
            $0.become(.voip, $0.payload)
            $0["apns-topic"] = Scene.app
        } almost: {
            $0.become(.voip, $0.payload)
        },
        Planted(.badExpirationDate, "apns-expiration", "tomorrow", almost: "0"),
        Planted(FindingRule(.duplicateHeaders)) {
            $0.push.headers.append(("apns-priority", "10"))
        } almost: {
            $0.push.headers += [("cookie", "a"), ("cookie", "b")]
        },
        Planted(FindingRule(.badDeviceToken), "of the other environment") {
            $0.push.environment = .sandbox
        } almost: {
            $0.push.environment = nil
        },
        Planted(FindingRule(.badDeviceToken), "of no phone") {
            $0.push.token = "ffff"
        } almost: {
            $0.push.token = "ffff"
            $0.app.tokens = nil
        },
        Planted(FindingRule(.badDeviceToken), "no hexadecimal") {
            $0.push.token = "phone"
        } almost: {
            $0.push.token = Scene.token.uppercased()
        },
        Planted(FindingRule(.deviceTokenNotForTopic), "of another app") {
            $0.phone.apps.append(PhoneFacts.App("com.example.other"))
            $0.phone.apps[1].tokens = []
            $0["apns-topic"] = "com.example.other"
        } almost: {
            $0.phone.apps.append(PhoneFacts.App("com.example.other"))
            $0.phone.apps[1].tokens = []
        },
        Planted(FindingRule(.topicDisallowed), "by a key of one app") {
            $0.push.credential = .providerToken(
                bundleIDs: ["com.example.other"],
                environments: [.production]
            )
        } almost: {
            $0.push.credential = .providerToken(
                bundleIDs: nil,
                environments: [.production]
            )
        },
        Planted(FindingRule(.topicDisallowed), "by a certificate") {
            $0.push.credential = .certificate(topics: ["com.example.other"], environments: [])
        } almost: {
            $0.push.credential = .certificate(topics: ["other", Scene.app], environments: [])
        },
        Planted(FindingRule(.badCertificateEnvironment), "of the sandbox") {
            $0.push.credential = .certificate(topics: [Scene.app], environments: [.sandbox])
        } almost: {
            $0.push.credential = .certificate(topics: [Scene.app], environments: [.sandbox])
            $0.push.environment = nil
        },
        Planted(FindingRule(.badEnvironmentKeyIDInToken), "of the sandbox") {
            $0.push.credential = .providerToken(bundleIDs: nil, environments: [.sandbox])
        } almost: {
            $0.push.credential = .providerToken(
                bundleIDs: nil,
                environments: [.sandbox, .production]
            )
        },
        Planted(FindingRule(.payloadTooLarge), "by a byte") {
            $0.payload = long(4097)
        } almost: {
            $0.payload = long(4096)
        },
        Planted(FindingRule(.payloadTooLarge), "of a call") {
            $0.become(.voip, long(5121))
        } almost: {
            $0.become(.voip, long(5120))
        },
        Planted(FindingRule(.payloadEmpty), "without a byte") {
            $0.payload = ""
        } almost: {
            $0.payload = #"{"aps":{"alert":"a","mutable-content":1}}"#
        },
        Planted(.expired, "by a second") {
            $0["apns-expiration"] = "\(Scene.now - 1)"
        } almost: {
            $0["apns-expiration"] = "\(Scene.now)"
        },
        Planted(.expirationInMilliseconds) {
            $0["apns-expiration"] = "\(Scene.now * 1000)"
        } almost: {
            $0["apns-expiration"] = "\(Scene.now * 2)"
        },
        Planted(.noPushType) {
            $0["apns-push-type"] = nil
        } almost: {
            $0["apns-push-type"] = nil
            $0.push.hasAllHeaders = false
        },
        Planted(.silentAlert) {
            $0.payload = #"{"aps":{"content-available":1}}"#
        } almost: {
            $0.payload = #"{"aps":{"content-available":1,"badge":3}}"#
        },
        Planted(.visibleBackground) {
            $0.become(.background, #"{"aps":{"content-available":1,"badge":3}}"#)
        } almost: {
            $0.becomeSilent()
        },
        Planted(.wakelessBackground) {
            $0.become(.background, #"{"aps":{"content-available":0},"news":4}"#)
        } almost: {
            $0.becomeSilent()
        },
        Planted(.wrongActivityType) {
            $0.payload = #"{"aps":{"alert":"a","mutable-content":1,"content-state":{}}}"#
        } almost: {
            $0.payload = #"{"aps":{"alert":"a","mutable-content":1},"content-state":{}}"#
        },
        Planted(.incompleteActivity) {
            $0.become(.liveActivity, #"{"aps":{"timestamp":1,"event":"update"}}"#)
        } almost: {
            $0.become(.liveActivity, #"{"aps":{"timestamp":1,"event":"end"}}"#)
        },
    ]

    /// A payload of so many bytes.
    static func long(_ count: Int) -> String {
        let (head, tail) = (#"{"aps":{"alert":{"body":""#, #""},"mutable-content":1}}"#)
        return head + String(repeating: "x", count: count - head.utf8.count - tail.utf8.count)
            + tail
    }
}
