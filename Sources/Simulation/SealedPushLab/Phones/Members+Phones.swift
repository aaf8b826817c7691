// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding
import SimulatedDevice
import UserNotifications

extension Members {
    /// Takes a text of so many characters.
    mutating func text(_ key: String, _ count: ClosedRange<Int>) throws(LineError) -> String? {
        try take(key) { value in
            value.string.flatMap { count.contains($0.unicodeScalars.count) ? $0 : nil }
        }
    }

    /// Takes one of the names of a choice.
    mutating func choice<Choice: RawRepresentable<String>>(
        _ key: String
    ) throws(LineError) -> Choice? {
        try take(key) { $0.string.flatMap(Choice.init(rawValue:)) }
    }

    /// Takes a list of so many elements at most; none is an empty one.
    mutating func list<Element>(
        _ key: String,
        upTo limit: Int,
        _ read: (JSONValue) throws(LineError) -> Element
    ) throws(LineError) -> [Element] {
        let elements = try take(key, \.elements) ?? []
        guard elements.count <= limit else { throw .wrong(key) }
        var list: [Element] = []
        for element in elements { list.append(try read(element)) }
        return list
    }

    /// Takes a time in seconds, from 0 on.
    mutating func seconds(_ key: String, upTo limit: Double) throws(LineError) -> Duration? {
        try take(key) { value in
            value.numberText.flatMap { Double($0) }.flatMap { number in
                (0...limit).contains(number) ? .seconds(number) : nil
            }
        }
    }

    /// Takes what the user lets an app do.
    mutating func permission() throws(LineError) -> NotificationPermission? {
        try take("permission") { NotificationPermission(name: $0.string ?? "") }
    }
}

extension DeviceClock.Kind {
    init?(name: String) {
        switch name {
        case "real": self = .real
        case "virtual": self = .virtual
        default: return nil
        }
    }

    var name: String {
        switch self {
        case .real: "real"
        case .virtual: "virtual"
        }
    }
}

extension PushEnvironment {
    init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    var name: String {
        switch self {
        case .production: "production"
        case .sandbox: "sandbox"
        }
    }
}

extension NotificationPermission {
    init?(name: String) {
        switch name {
        case "granted": self = .granted
        case "denied": self = .denied
        case "notAsked": self = .notAsked
        case "provisional": self = .provisional
        default: return nil
        }
    }

    var name: String {
        switch status {
        case .denied: "denied"
        case .notDetermined: "notAsked"
        case .provisional: "provisional"
        default: "granted"
        }
    }
}
