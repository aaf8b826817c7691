// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import UserNotifications

@testable import PushFindings
@testable import SimulatedDevice

/// A push, the phone that it is for, and what became of it; at first nothing is wrong.
struct Scene: Sendable {
    static let app = "com.example.app"
    static let token = "a1b2c3d4"
    static let now = 1_800_000_000

    var push: SentPush
    var phone = PhoneFacts(lock: .unlocked)
    var report: DeliveryReport?

    init() {
        push = SentPush(payload: [])
        push.token = Self.token
        push.environment = .production
        push.time = Timestamp(clamping: UInt64(Self.now) * 1000)
        payload = #"{"aps":{"alert":{"title":"Ann","body":"Dinner?"},"mutable-content":1}}"#
        for (name, value) in [
            ("apns-id", "123e4567-e89b-12d3-a456-426655440000"), ("apns-topic", Self.app),
            ("apns-push-type", "alert"), ("apns-priority", "10"), ("apns-collapse-id", "dinner"),
            ("apns-expiration", "\(Self.now + 60)"),
        ] { self[name] = value }
        var profile = DeviceProfile(app: Self.app)
        profile.sounds = ["ring.caf": .seconds(2), "long.caf": .seconds(31), "ring.mp3": .zero]
        profile.language.strings = ["HELLO": "Hello %@, it is %@", "ORDER": "%2$@ of %1$@ (%%@)"]
        profile.mayAlertCritically = true
        profile.maySendTimeSensitive = true
        var app = PhoneFacts.App(profile)
        app.hasExtension = true
        app.categories = ["PARCEL"]
        app.tokens = [PhoneFacts.Token(Self.token, in: .production)]
        phone.apps = [app]
    }

    /// The payload as text.
    var payload: String {
        get { String(decoding: push.payload, as: UTF8.self) }
        set { bytes = Array(newValue.utf8) }
    }

    /// The payload, whole.
    var bytes: [UInt8] {
        get { push.payload }
        set {
            push.payload = newValue
            push.payloadSize = newValue.count
        }
    }

    /// A header.
    subscript(name: String) -> String? {
        get { push[name] }
        set {
            push.headers.removeAll { $0.name == name }
            if let newValue { push.headers.append((name, newValue)) }
        }
    }

    /// The app that the push is for.
    var app: PhoneFacts.App {
        get { phone.apps[0] }
        set { phone.apps[0] = newValue }
    }

    /// Makes it a push of another type to a token that the phone does not tell.
    mutating func become(_ type: APNsPushType, _ payload: String) {
        push.token = type == .background ? push.token : nil
        self["apns-push-type"] = type.rawValue
        self["apns-topic"] = type.topic(for: Self.app)
        self["apns-priority"] = type == .background ? "5" : "10"
        self.payload = payload
    }

    /// Makes it a push that only wakes the app.
    mutating func becomeSilent() {
        become(.background, #"{"aps":{"content-available":1}}"#)
    }

    /// Notes what a device reports.
    mutating func end(
        _ outcome: DeliveryReport.Outcome,
        isShown: Bool = true,
        _ events: DeliveryReport.Event.Kind...
    ) {
        let shown = ShownNotification(
            UNNotificationRequest.Values(
                identifier: "a",
                content: UNNotificationContent.Values(),
                trigger: nil
            ),
            of: nil,
            attachments: [],
            by: Presenter(profile: DeviceProfile(app: Self.app))
        )
        report = DeliveryReport(
            outcome: outcome,
            shown: isShown ? shown : nil,
            original: nil,
            handOvers: events.count { $0.name.hasPrefix("handedOver") },
            events: events.map { DeliveryReport.Event(time: .zero, kind: $0) },
            peakMemory: nil
        )
    }

    var findings: [Finding] { push.findings(on: phone, report: report) }
    var rules: [String] { findings.map(\.rule.name) }
}
