// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs

/// The phones of a lab, and which of their apps has which token.
struct PhoneList {
    /// The most phones at once.
    static let limit = 1000
    /// The most apps with an extension, each of which has a process, on all phones.
    static let extensionLimit = 100
    /// How many tokens of phones that are gone are answered 410; earlier ones are unknown then.
    static let retiredLimit = 10_000

    private var phones: [Int: LabPhone] = [:]
    private var tokens: [APNsDeviceToken: (phone: Int, app: LabApp)] = [:]
    private var retired: [APNsDeviceToken] = []
    private var last = 0

    /// All of them, the oldest first.
    var all: [LabPhone] { phones.sorted { $0.key < $1.key }.map(\.value) }

    /// How many apps have an extension.
    var extensions: Int {
        phones.values.reduce(0) { count, phone in
            count + phone.apps.count { $0.extensionName != nil }
        }
    }

    /// Whether there is room for a phone with so many extensions.
    func hasRoom(extensions: Int) -> Bool {
        phones.count < Self.limit && self.extensions + extensions <= Self.extensionLimit
    }

    /// The number of the next phone.
    mutating func nextNumber() -> Int {
        last += 1
        return last
    }

    subscript(id: String) -> LabPhone? {
        guard id.first == "p", let number = Int(id.dropFirst()), id == "p\(number)" else {
            return nil
        }
        return phones[number]
    }

    subscript(token: APNsDeviceToken) -> (phone: LabPhone, app: LabApp)? {
        guard let place = tokens[token], let phone = phones[place.phone] else { return nil }
        return (phone, place.app)
    }

    /// Whether an app has this token.
    func has(_ token: APNsDeviceToken) -> Bool { tokens[token] != nil }

    mutating func add(_ phone: LabPhone) {
        phones[phone.number] = phone
        for app in phone.apps { tokens[app.token] = (phone.number, app) }
        let own = Set(phone.apps.map(\.token))
        retired.removeAll { own.contains($0) }
    }

    /// Takes a phone away, and gives the tokens whose time is over now.
    mutating func remove(_ phone: LabPhone) -> [APNsDeviceToken] {
        guard phones.removeValue(forKey: phone.number) != nil else { return [] }
        for app in phone.apps {
            tokens[app.token] = nil
            retired.append(app.token)
        }
        let surplus = max(0, retired.count - Self.retiredLimit)
        defer { retired.removeFirst(surplus) }
        return Array(retired.prefix(surplus))
    }
}
