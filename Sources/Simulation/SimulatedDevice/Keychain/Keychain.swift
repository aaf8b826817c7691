// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The items of a device's keychain: which of them a call meets, and what becomes of them.
struct Keychain {
    typealias Item = [String: DeviceKeychain.Value]

    /// Who asks, and when.
    struct Caller {
        /// The groups of its entitlements, its own first; nil where every group is there.
        var groups: [String]?
        /// The group of items that name none, where every group is there.
        var ownGroup: String
        var lock: DeviceProfile.Lock
        var date: Date
    }

    private(set) var items: [Item] = []

    /// What a query says beside the attributes of the items that it is about: how many, and in
    /// which form.
    private static let instructions = [
        "m_Limit", "r_Data", "r_Attributes", "nleg", "u_AuthUI",
    ]

    /// Does what is asked, and answers.
    mutating func perform(_ call: DeviceKeychain.Call, for caller: Caller) -> DeviceKeychain.Answer
    {
        do throws(Refusal) {
            return switch call {
            case .add(let item): try add(item, caller)
            case .find(let query): try find(query, caller)
            case .update(let query, let changes): try update(query, changes, caller)
            case .delete(let query): try delete(query, caller)
            }
        } catch {
            return DeviceKeychain.Answer(error.status)
        }
    }

    fileprivate struct Refusal: Error {
        let status: KeychainStatus
    }

    private mutating func add(_ given: Item, _ caller: Caller) throws(Refusal)
        -> DeviceKeychain.Answer
    {
        guard given["m_Limit"] == nil else { throw Refusal(status: .parameter) }
        var item = given.filter { !Self.instructions.contains($0.key) }
        try Self.check(item)
        item["agrp"] = .text(try caller.group(of: item))
        item["pdmn"] = item["pdmn"] ?? .text(KeychainAccessibility.whenUnlocked.rawValue)
        item["sync"] = item["sync"] ?? .number(0)
        item["cdat"] = item["cdat"] ?? .date(caller.date)
        item["mdat"] = .date(caller.date)
        try caller.reach(item)
        guard !items.contains(where: { Self.identity(of: $0) == Self.identity(of: item) }) else {
            throw Refusal(status: .duplicateItem)
        }
        items.append(item)
        return DeviceKeychain.Answer(.success, [item])
    }

    private func find(_ query: Item, _ caller: Caller) throws(Refusal) -> DeviceKeychain.Answer {
        let found = try matches(query, caller).map { items[$0] }
        let reached = found.filter(caller.reaches)
        guard !reached.isEmpty else { throw Refusal(status: .interactionNotAllowed) }
        return switch query["m_Limit"] {
        case .text("m_LimitAll"): DeviceKeychain.Answer(.success, reached)
        case .number(let count):
            DeviceKeychain.Answer(.success, Array(reached.prefix(max(count, 1))))
        default: DeviceKeychain.Answer(.success, [reached[0]])
        }
    }

    private mutating func update(
        _ query: Item,
        _ changes: Item,
        _ caller: Caller
    ) throws(Refusal) -> DeviceKeychain.Answer {
        let isQuery = query["m_Limit"] == nil && query["r_Data"] == nil
        guard isQuery, changes["class"] == nil, !changes.isEmpty else {
            throw Refusal(status: .parameter)
        }
        try Self.check(changes.merging(["class": query["class"] ?? .text("")]) { $1 })
        if changes["agrp"] != nil { _ = try caller.group(of: changes) }
        var changed = items
        let places = try matches(query, caller)
        for place in places {
            try caller.reach(changed[place])
            changed[place].merge(changes) { $1 }
            changed[place]["mdat"] = .date(caller.date)
            try caller.reach(changed[place])
        }
        let identities = changed.map(Self.identity)
        guard Set(identities).count == identities.count else {
            throw Refusal(status: .duplicateItem)
        }
        items = changed
        return DeviceKeychain.Answer(.success)
    }

    private mutating func delete(_ query: Item, _ caller: Caller) throws(Refusal)
        -> DeviceKeychain.Answer
    {
        let places = Set(try matches(query, caller))
        items = items.indices.filter { !places.contains($0) }.map { items[$0] }
        return DeviceKeychain.Answer(.success)
    }

    /// Where the items are that a query is about: some, or it fails.
    private func matches(_ query: Item, _ caller: Caller) throws(Refusal) -> [Int] {
        try Self.check(query)
        let groups: [String]? =
            if query["agrp"] != nil { [try caller.group(of: query)] } else { caller.groups }
        var wanted = query.filter { !Self.instructions.contains($0.key) }
        // Unless it is asked for, what is synchronised is left alone.
        switch wanted["sync"] {
        case .text("syna"): wanted["sync"] = nil
        case nil: wanted["sync"] = .number(0)
        default: break
        }
        let places = items.indices.filter { place in
            let item = items[place]
            guard wanted.allSatisfy({ item[$0.key] == $0.value }) else { return false }
            guard let groups else { return true }
            return groups.contains { item["agrp"] == .text($0) }
        }
        guard !places.isEmpty else { throw Refusal(status: .itemNotFound) }
        return places
    }

    /// Checks what every call names: a class that there is, bytes as a value, a time of access that
    /// there is.
    private static func check(_ item: Item) throws(Refusal) {
        guard case .text(let name)? = item["class"] else { throw Refusal(status: .parameter) }
        guard KeychainItemClass(rawValue: name) != nil else {
            throw Refusal(status: .unimplemented)
        }
        switch item["v_Data"] {
        case nil, .data: break
        default: throw Refusal(status: .parameter)
        }
        guard let access = item["pdmn"] else { return }
        guard case .text(let letters) = access, KeychainAccessibility(rawValue: letters) != nil
        else { throw Refusal(status: .parameter) }
    }

    /// What no two items share.
    private static func identity(of item: Item) -> Item {
        guard case .text(let name)? = item["class"], let kind = KeychainItemClass(rawValue: name)
        else { return item }
        let names = kind.primaryKey + ["class", "agrp", "sync"]
        return item.filter { names.contains($0.key) }
    }
}

extension Keychain.Caller {
    /// The group that an item goes to, or a query names.
    fileprivate func group(of item: Keychain.Item) throws(Keychain.Refusal) -> String {
        switch item["agrp"] {
        case nil:
            guard let group = groups.map(\.first) ?? ownGroup else {
                throw Keychain.Refusal(status: .missingEntitlement)
            }
            return group
        case .text(let group)?:
            guard groups?.contains(group) ?? true else {
                throw Keychain.Refusal(status: .missingEntitlement)
            }
            return group
        default: throw Keychain.Refusal(status: .parameter)
        }
    }

    fileprivate func reaches(_ item: Keychain.Item) -> Bool {
        guard case .text(let letters)? = item["pdmn"] else { return false }
        return KeychainAccessibility(rawValue: letters)?.allows(lock) ?? false
    }

    fileprivate func reach(_ item: Keychain.Item) throws(Keychain.Refusal) {
        guard reaches(item) else { throw Keychain.Refusal(status: .interactionNotAllowed) }
    }
}
