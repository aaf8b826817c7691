// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import Testing

@testable import SimulatedAPNs

struct OfflineStoreTests {
    private let now = Desk.start

    private func push(
        _ number: Int,
        to bundleID: String = "com.example.app",
        on device: String = "phone",
        expiration: Int? = nil,
        collapseID: String? = nil
    ) throws -> AcceptedPush {
        let digits = String(number)
        let id = String(Draft.id.dropLast(digits.count)) + digits
        return AcceptedPush(
            id: try #require(APNsID(id)),
            token: try APNsDeviceToken(hex: Draft.token),
            registration: DeviceRegistration(of: bundleID, on: device),
            topic: bundleID,
            type: .alert,
            priority: 10,
            expiration: expiration,
            collapseID: collapseID,
            payload: [UInt8(number)]
        )
    }

    @Test func `what finds its device online waits for nothing`() throws {
        var store = OfflineStore()
        #expect(store.take(try push(1), now: now) == .delivered)
        store.setOffline("tablet")
        #expect(store.take(try push(2), now: now) == .delivered)
        #expect(store.setOnline("phone", now: now).isEmpty)
        #expect(store.setOnline("tablet", now: now).isEmpty)
        #expect(store.take(try push(3, on: "tablet"), now: now) == .delivered)
    }

    @Test func `the latest push waits, for each app on each device`() throws {
        var store = OfflineStore()
        store.setOffline("phone")
        store.setOffline("tablet")
        let first = try push(1)
        #expect(store.take(first, now: now) == .stored(replacing: nil, isCollapsed: false))
        let second = try push(2)
        #expect(store.take(second, now: now) == .stored(replacing: first.id, isCollapsed: false))
        // Being taken off the network twice loses nothing.
        store.setOffline("phone")
        let others = [try push(3, to: "com.example.other"), try push(4, on: "tablet")]
        for other in others {
            #expect(store.take(other, now: now) == .stored(replacing: nil, isCollapsed: false))
        }
        #expect(store.setOnline("phone", now: now).map(\.id) == [second.id, others[0].id])
        #expect(store.setOnline("phone", now: now).isEmpty)
        #expect(store.setOnline("tablet", now: now).map(\.id) == [others[1].id])
        #expect(store.take(first, now: now) == .delivered)
    }

    @Test func `a push of the same collapse id is told apart from another`() throws {
        var store = OfflineStore()
        store.setOffline("phone")
        let pushes = try [
            push(1, collapseID: "a"), push(2, collapseID: "a"), push(3, collapseID: "b"), push(4),
            push(5),
        ]
        let fates = pushes.map { store.take($0, now: now) }
        #expect(
            fates == [
                .stored(replacing: nil, isCollapsed: false),
                .stored(replacing: pushes[0].id, isCollapsed: true),
                .stored(replacing: pushes[1].id, isCollapsed: false),
                .stored(replacing: pushes[2].id, isCollapsed: false),
                .stored(replacing: pushes[3].id, isCollapsed: false),
            ]
        )
    }

    @Test func `what may be tried once only, or is out of date, takes no place`() throws {
        var store = OfflineStore()
        store.setOffline("phone")
        let kept = try push(1)
        _ = store.take(kept, now: now)
        for expiration in [0, now - 1, now] {
            #expect(store.take(try push(2, expiration: expiration), now: now) == .discarded)
        }
        #expect(store.setOnline("phone", now: now).map(\.id) == [kept.id])
    }

    @Test(arguments: [
        (Int?.some(10), 9, true), (10, 10, false), (nil, 30 * 86400 - 1, true),
        (nil, 30 * 86400, false), (365 * 86400, 30 * 86400 - 1, true),
        (365 * 86400, 30 * 86400, false), (Int.max - Desk.start, 30 * 86400, false),
    ])
    func `a push waits until it expires, and at most 30 days`(
        _ lifetime: Int?,
        _ wait: Int,
        _ isDelivered: Bool
    ) throws {
        var store = OfflineStore()
        store.setOffline("phone")
        _ = store.take(try push(1, expiration: lifetime.map { now + $0 }), now: now)
        #expect(store.setOnline("phone", now: now + wait).isEmpty != isDelivered)
    }
}
