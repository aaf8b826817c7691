// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing
import UserNotifications

@testable import SimulatedDevice

struct PendingRequestsTests {
    static func request(
        _ identifier: String,
        repeats: Bool = false
    ) -> UNNotificationRequest.Values {
        UNNotificationRequest(
            identifier: identifier,
            content: UNNotificationContent(),
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: repeats)
        ).values
    }

    static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

    @Test func `the soonest are kept, and those that a place brings`() {
        var pending = PendingRequests()
        _ = pending.add(Self.request("place"), on: nil, limit: 2)
        _ = pending.add(Self.request("soon"), on: Self.date(1), limit: 2)
        let late = pending.add(Self.request("late"), on: Self.date(9), limit: 2)
        #expect(late.removed.map(\.request.identifier) == ["late"])
        #expect(pending[late.number] == nil)
        let sooner = pending.add(Self.request("sooner"), on: Self.date(0), limit: 2)
        #expect(sooner.removed.map(\.request.identifier) == ["soon"])
        #expect(pending.entries.map(\.request.identifier) == ["place", "sooner"])
    }

    @Test func `what was replaced can't come any more`() {
        var pending = PendingRequests()
        let old = pending.add(Self.request("a"), on: Self.date(1), limit: 64)
        let new = pending.add(Self.request("a"), on: Self.date(2), limit: 64)
        #expect(new.removed.map(\.number) == [old.number])
        #expect(pending.take(old.number) == nil)
        #expect(pending.take(new.number)?.date == Self.date(2))
        #expect(pending.take(new.number) == nil)
    }

    @Test func `what repeats goes on waiting`() {
        var pending = PendingRequests()
        let number = pending.add(Self.request("a", repeats: true), on: nil, limit: 64).number
        #expect(pending.take(number) != nil)
        #expect(pending.take(number) != nil)
    }
}

struct RegionCrossingTests {
    static let inside = CLLocationCoordinate2D(latitude: 52.5201, longitude: 13.405)
    static let outside = CLLocationCoordinate2D(latitude: 52.6, longitude: 13.405)

    /// A circle of 100 metres.
    static var region: CLCircularRegion {
        CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405),
            radius: 100,
            identifier: "home"
        )
    }

    @Test(
        arguments: [
            (nil, inside, .entering), (nil, outside, nil), (outside, inside, .entering),
            (inside, outside, .leaving), (inside, inside, nil), (outside, outside, nil),
        ] as [(CLLocationCoordinate2D?, CLLocationCoordinate2D, RegionCrossing?)]
    )
    func `an edge is gone over from one side to the other`(
        _ old: CLLocationCoordinate2D?,
        _ new: CLLocationCoordinate2D,
        _ crossing: RegionCrossing?
    ) {
        #expect(RegionCrossing(Self.region.values, from: old, to: new) == crossing)
    }

    @Test(arguments: [(true, false), (false, true), (false, false)])
    func `a region is told of what it asks for`(_ entry: Bool, _ exit: Bool) {
        let region = Self.region
        region.notifyOnEntry = entry
        region.notifyOnExit = exit
        #expect(RegionCrossing.entering.counts(for: region.values) == entry)
        #expect(RegionCrossing.leaving.counts(for: region.values) == exit)
    }
}
