// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushCoding
import SimulatedDevice
import UserNotifications

/// What a phone is to be, as a request says it.
struct PhoneRequest: Sendable {
    var name = "iPhone"
    var lock = DeviceProfile.Lock.unlocked
    var isOnline = true
    var isMuted = false
    var isFocused = false
    var locale = "en_US"
    var clock = DeviceClock.Kind.real
    var apps: [App] = []

    /// An app, with what the user lets it do.
    struct App: Sendable {
        let topic: String
        let environment: PushEnvironment?
        let token: APNsDeviceToken?
        let extensionName: String?
        let categories: [Category]
        let profile: DeviceProfile
    }

    /// What an app has set of notifications of one category.
    struct Category: Sendable, Hashable {
        let id: String
        let actions: [Action]

        var category: UNNotificationCategory {
            UNNotificationCategory(
                identifier: id,
                actions: actions.map(\.action),
                intentIdentifiers: []
            )
        }
    }

    /// A button of a notification.
    struct Action: Sendable, Hashable {
        let id: String
        let title: String
        let isReply: Bool
        let options: UNNotificationActionOptions

        var action: UNNotificationAction {
            isReply
                ? UNTextInputNotificationAction(
                    identifier: id,
                    title: title,
                    options: options,
                    textInputButtonTitle: title,
                    textInputPlaceholder: ""
                )
                : UNNotificationAction(identifier: id, title: title, options: options)
        }

        static func == (left: Self, right: Self) -> Bool {
            left.id == right.id && left.title == right.title && left.isReply == right.isReply
                && left.options == right.options
        }

        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    /// The most apps of a phone.
    static let appLimit = 10

    /// Reads the body of a request.
    init(_ root: JSONValue) throws(LineError) {
        var members = try Members(root)
        name = try members.text("name", 1...100) ?? name
        lock = try members.choice("lock") ?? lock
        isOnline = try members.take("online", \.bool) ?? isOnline
        isMuted = try members.take("muted", \.bool) ?? isMuted
        isFocused = try members.take("focus", \.bool) ?? isFocused
        locale = try members.text("locale", 0...100) ?? locale
        clock = try members.take("clock") { DeviceClock.Kind(name: $0.string ?? "") } ?? clock
        let list = try members.take("apps", \.elements).needed("apps")
        guard (1...Self.appLimit).contains(list.count) else { throw .wrong("apps") }
        for element in list { apps.append(try App(element)) }
        guard Set(apps.map(\.topic)).count == apps.count else { throw .repeated("topic") }
        let tokens = apps.compactMap(\.token)
        guard Set(tokens).count == tokens.count else { throw .repeated("token") }
        try members.end()
    }
}

extension PhoneRequest.App {
    fileprivate init(_ value: JSONValue) throws(LineError) {
        var members = try Members(value)
        topic = try members.take("topic") { $0.string.flatMap(Self.topic) }.needed("topic")
        environment = try members.take("environment") { PushEnvironment(name: $0.string ?? "") }
        token = try members.take("token") { $0.string.flatMap(Self.token) }
        extensionName = try members.text("extension", 1...200)
        categories = try members.list("categories", upTo: 100) { element throws(LineError) in
            try PhoneRequest.Category(element)
        }
        guard Set(categories.map(\.id)).count == categories.count else { throw .repeated("id") }
        var profile = DeviceProfile(app: topic)
        profile.appState = try members.choice("state") ?? profile.appState
        if let permission = try members.permission() { profile.permission = permission }
        let sounds = try members.list("sounds", upTo: 100) { element throws(LineError) in
            guard let name = element.string, name.unicodeScalars.count <= 200 else {
                throw .wrong("sounds")
            }
            return name
        }
        // The length decides nothing that the lab shows.
        for name in sounds { profile.sounds[name] = .seconds(1) }
        if let strings = try members.take("strings", \.members) {
            guard strings.count <= 1000 else { throw .wrong("strings") }
            for (key, value) in strings {
                guard let text = value.string, text.unicodeScalars.count <= 4096 else {
                    throw .wrong("strings")
                }
                profile.language.strings[key] = text
            }
        }
        if let seconds = try members.seconds("timeLimit", upTo: 86_400) {
            guard seconds > .zero else { throw .wrong("timeLimit") }
            profile.limits.time = seconds
        }
        if let size = try members.ordinal("memoryLimit") {
            guard size <= 65_536 else { throw .wrong("memoryLimit") }
            profile.limits.memory = size << 20
        }
        profile.maySendTimeSensitive = try members.take("timeSensitive", \.bool) ?? false
        profile.mayAlertCritically = try members.take("critical", \.bool) ?? false
        if profile.mayAlertCritically { profile.permission.allowsCritical = true }
        profile.mayFilter = try members.take("filtering", \.bool) ?? false
        self.profile = profile
        try members.end()
    }

    private static func topic(_ text: String) -> String? {
        let isRight = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return isRight && (1...155).contains(text.utf8.count) ? text : nil
    }

    private static func token(_ text: String) -> APNsDeviceToken? {
        guard (16...200).contains(text.utf8.count), text == text.lowercased() else { return nil }
        return try? APNsDeviceToken(hex: text)
    }
}

extension PhoneRequest.Category {
    fileprivate init(_ value: JSONValue) throws(LineError) {
        var members = try Members(value)
        id = try members.text("id", 1...200).needed("id")
        actions = try members.list("actions", upTo: 10) { element throws(LineError) in
            try PhoneRequest.Action(element)
        }
        guard Set(actions.map(\.id)).count == actions.count else { throw .repeated("id") }
        try members.end()
    }
}

extension PhoneRequest.Action {
    fileprivate init(_ value: JSONValue) throws(LineError) {
        var members = try Members(value)
        id = try members.text("id", 1...200).needed("id")
        title = try members.text("title", 0...200).needed("title")
        isReply = try members.take("reply", \.bool) ?? false
        var options: UNNotificationActionOptions = []
        if try members.take("foreground", \.bool) == true { options.insert(.foreground) }
        if try members.take("destructive", \.bool) == true { options.insert(.destructive) }
        if try members.take("authenticationRequired", \.bool) == true {
            options.insert(.authenticationRequired)
        }
        self.options = options
        try members.end()
    }
}
