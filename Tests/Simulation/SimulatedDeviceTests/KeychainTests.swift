// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SimulatedDevice

/// What the keychain answers, as values.
struct KeychainTests {
    private typealias Item = [String: DeviceKeychain.Value]

    private static let groups = ["TEAM.app", "TEAM.shared"]

    private static func caller(
        _ groups: [String]? = groups,
        lock: DeviceProfile.Lock = .unlocked
    ) -> Keychain.Caller {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        return Keychain.Caller(groups: groups, ownGroup: "own", lock: lock, date: date)
    }

    private static func item(_ account: String, _ more: Item = [:]) -> Item {
        let item: Item = [
            "class": .text("genp"), "svce": .text("chat"), "acct": .text(account),
            "v_Data": .data(Data([1, 2])),
        ]
        return item.merging(more) { $1 }
    }

    private static func query(_ account: String, _ more: Item = [:]) -> Item {
        let item: Item = ["class": .text("genp"), "acct": .text(account)]
        return item.merging(more) { $1 }
    }

    private func keychain(_ items: Item...) -> Keychain {
        var keychain = Keychain()
        for item in items {
            #expect(keychain.perform(.add(item), for: Self.caller()).status == 0)
        }
        return keychain
    }

    @Test func `an item that was added is found by what it is, until it is deleted`() {
        var keychain = keychain(Self.item("ann"), Self.item("bob"))
        let found = keychain.perform(.find(Self.query("ann")), for: Self.caller())
        #expect(found.items.map { $0["v_Data"] } == [.data(Data([1, 2]))])
        #expect(found.items.map { $0["agrp"] } == [.text("TEAM.app")])
        #expect(found.items.map { $0["pdmn"] } == [.text("ak")])
        #expect(keychain.perform(.delete(Self.query("ann")), for: Self.caller()).status == 0)
        let missing = keychain.perform(.find(Self.query("ann")), for: Self.caller())
        #expect(missing == DeviceKeychain.Answer(.itemNotFound))
        #expect(keychain.items.count == 1)
    }

    @Test func `one item is found, or as many as are asked for`() {
        var keychain = keychain(Self.item("ann"), Self.item("bob"), Self.item("cid"))
        func count(_ limit: DeviceKeychain.Value?) -> Int {
            var query: Item = ["class": .text("genp")]
            query["m_Limit"] = limit
            return keychain.perform(.find(query), for: Self.caller()).items.count
        }
        #expect(count(nil) == 1)
        #expect(count(.text("m_LimitOne")) == 1)
        #expect(count(.number(2)) == 2)
        #expect(count(.text("m_LimitAll")) == 3)
    }

    @Test(arguments: [
        (Self.item("ann"), KeychainStatus.duplicateItem),
        (Self.item("ann", ["labl": .text("another label")]), .duplicateItem),
        (Self.item("ann", ["svce": .text("mail")]), .success),
        (Self.item("ann", ["agrp": .text("TEAM.shared")]), .success),
        (Self.item("ann", ["sync": .number(1)]), .success),
    ])
    func `no two items have one account, service, group and way of synchronising`(
        _ item: [String: DeviceKeychain.Value],
        _ status: KeychainStatus
    ) {
        var keychain = keychain(Self.item("ann"))
        #expect(
            keychain.perform(.add(item), for: Self.caller()).status == status.rawValue
        )
    }

    @Test(arguments: [
        ("ak", [DeviceProfile.Lock.unlocked]), ("aku", [.unlocked]), ("akpu", [.unlocked]),
        ("ck", [.unlocked, .locked]), ("cku", [.unlocked, .locked]),
        ("dk", [.unlocked, .locked, .beforeFirstUnlock]),
        ("dku", [.unlocked, .locked, .beforeFirstUnlock]),
    ])
    func `an item is read, changed and added only while its class is within reach`(
        _ letters: String,
        _ locks: [DeviceProfile.Lock]
    ) {
        let access: [String: DeviceKeychain.Value] = ["pdmn": .text(letters)]
        let keychain = keychain(Self.item("ann", access))
        for lock in DeviceProfile.Lock.allCases {
            let expected: KeychainStatus =
                locks.contains(lock) ? .success : .interactionNotAllowed
            for call: DeviceKeychain.Call in [
                .find(Self.query("ann")), .add(Self.item("bob", access)),
                .update(Self.query("ann"), ["labl": .text("friend")]),
            ] {
                var copy = keychain
                let answer = copy.perform(call, for: Self.caller(lock: lock))
                #expect(answer.status == expected.rawValue, "\(call) \(lock)")
            }
        }
    }

    @Test func `of all items those within reach are found`() {
        var keychain = keychain(
            Self.item("ann"),
            Self.item("bob", ["pdmn": .text("ck")])
        )
        let query: Item = ["class": .text("genp"), "m_Limit": .text("m_LimitAll")]
        let found = keychain.perform(.find(query), for: Self.caller(lock: .locked))
        #expect(found.items.map { $0["acct"] } == [.text("bob")])
    }

    @Test func `a group that the caller lacks is refused, and its items are not found`() {
        var keychain = keychain(Self.item("ann"), Self.item("bob", ["agrp": .text("TEAM.shared")]))
        let service = Self.caller(["TEAM.service", "TEAM.shared"])
        #expect(
            keychain.perform(.find(Self.query("ann")), for: service)
                == DeviceKeychain.Answer(.itemNotFound)
        )
        #expect(keychain.perform(.find(Self.query("bob")), for: service).status == 0)
        let asked = Self.query("ann", ["agrp": .text("TEAM.app")])
        #expect(
            keychain.perform(.find(asked), for: service)
                == DeviceKeychain.Answer(.missingEntitlement)
        )
        let added = Self.item("cid", ["agrp": .text("TEAM.app")])
        #expect(
            keychain.perform(.add(added), for: service)
                == DeviceKeychain.Answer(.missingEntitlement)
        )
        #expect(
            keychain.perform(.add(Self.item("cid")), for: Self.caller([]))
                == DeviceKeychain.Answer(.missingEntitlement)
        )
    }

    @Test func `without entitlements every group is there`() {
        var keychain = keychain(Self.item("ann"))
        #expect(keychain.perform(.find(Self.query("ann")), for: Self.caller(nil)).status == 0)
        let added = keychain.perform(.add(Self.item("bob")), for: Self.caller(nil))
        #expect(added.items.first?["agrp"] == .text("own"))
    }

    @Test func `what is synchronised is found where it is asked for`() {
        var keychain = keychain(Self.item("ann", ["sync": .number(1)]))
        for (value, status) in [
            (nil, KeychainStatus.itemNotFound), (.number(0), .itemNotFound), (.number(1), .success),
            (.text("syna"), .success),
        ] as [(DeviceKeychain.Value?, KeychainStatus)] {
            var query = Self.query("ann")
            query["sync"] = value
            let answer = keychain.perform(.find(query), for: Self.caller())
            #expect(answer.status == status.rawValue, "\(String(describing: value))")
        }
    }

    @Test func `a change holds for all that a query meets, or for none`() {
        var keychain = keychain(Self.item("ann"), Self.item("bob"))
        let all: Item = ["class": .text("genp")]
        let data: Item = ["v_Data": .data(Data([3]))]
        #expect(keychain.perform(.update(all, data), for: Self.caller()).status == 0)
        #expect(keychain.items.map { $0["v_Data"] } == [.data(Data([3])), .data(Data([3]))])
        let name = keychain.perform(.update(all, ["acct": .text("x")]), for: Self.caller())
        #expect(name == DeviceKeychain.Answer(.duplicateItem))
        #expect(keychain.items.map { $0["acct"] } == [.text("ann"), .text("bob")])
        #expect(
            keychain.perform(.update(Self.query("cid"), data), for: Self.caller())
                == DeviceKeychain.Answer(.itemNotFound)
        )
    }

    @Test(arguments: [
        (DeviceKeychain.Call.find(["acct": .text("ann")]), KeychainStatus.parameter),
        (.find(["class": .text("idnt")]), .unimplemented),
        (.add(["class": .text("genp"), "v_Data": .text("secret")]), .parameter),
        (.add(["class": .text("genp"), "pdmn": .text("never")]), .parameter),
        (.add(["class": .text("genp"), "m_Limit": .text("m_LimitAll")]), .parameter),
        (.add(["class": .text("genp"), "agrp": .number(1)]), .parameter),
        (.update(["class": .text("genp")], ["class": .text("inet")]), .parameter),
        (
            .update(["class": .text("genp"), "r_Data": .number(1)], ["labl": .text("x")]),
            .parameter
        ),
        (.update(["class": .text("genp")], [:]), .parameter),
    ])
    func `a call that makes no sense is refused`(
        _ call: DeviceKeychain.Call,
        _ status: KeychainStatus
    ) {
        var keychain = keychain(Self.item("ann"))
        #expect(keychain.perform(call, for: Self.caller()) == DeviceKeychain.Answer(status))
        #expect(keychain.items.count == 1)
    }
}
