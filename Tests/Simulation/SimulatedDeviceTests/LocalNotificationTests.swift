// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import SealedPush
import SimulatedDevice
import Synchronization
import Testing
import UserNotifications

struct LocalNotificationTests {
    /// 21 November 2026, 12:00:00.123 UTC: not at a full second, as few starts are.
    static let noon = Date(timeIntervalSince1970: 1_795_262_400.123)

    static func device() -> SimulatedDevice {
        let device = Device.running(
            received: { _, _ in Issue.record("an extension was launched") },
            clock: DeviceClock(date: noon)
        )
        return device
    }

    static func request(
        _ trigger: UNNotificationTrigger?,
        named identifier: String = "alarm",
        title: String = "Wake up"
    ) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = title
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }

    static func calendar(
        repeats: Bool = false,
        _ change: (inout DateComponents) -> Void
    ) -> UNCalendarNotificationTrigger {
        var components = DateComponents(timeZone: .gmt)
        components.calendar = Calendar(identifier: .gregorian)
        change(&components)
        return UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
    }

    /// When what came, in seconds of the device's life.
    static func times(_ device: SimulatedDevice) -> [Int] {
        device.history.map { Int(($0.time / .seconds(1)).rounded()) }
    }

    static func pending(_ device: SimulatedDevice) async -> [String] {
        await device.notificationCenter.pendingNotificationRequests().map(\.identifier)
    }

    @Test func `without a trigger it comes at once, and no extension is launched`() async throws {
        let device = Self.device()
        try await device.notificationCenter.add(Self.request(nil))
        #expect(device.history.map(\.isLocal) == [true])
        #expect(device.history.first?.notification.lines == ["Wake up"])
        #expect(await device.notificationCenter.deliveredNotifications().count == 1)
        #expect(await Self.pending(device).isEmpty)
    }

    @Test func `an interval passes on the device's clock, once`() async throws {
        let device = Self.device()
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
        try await device.notificationCenter.add(Self.request(trigger))
        await device.advance(by: .seconds(59))
        #expect(device.history.isEmpty)
        #expect(await Self.pending(device) == ["alarm"])
        await device.advance(by: .seconds(1))
        #expect(Self.times(device) == [60])
        #expect(await Self.pending(device).isEmpty)
        await device.advance(by: .seconds(600))
        #expect(device.history.count == 1)
    }

    @Test func `an interval that repeats comes until it is taken back`() async throws {
        let device = Self.device()
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
        try await device.notificationCenter.add(Self.request(trigger))
        await device.advance(by: .seconds(200))
        #expect(Self.times(device) == [60, 120, 180])
        device.notificationCenter.removePendingNotificationRequests(withIdentifiers: ["alarm"])
        await device.advance(by: .seconds(200))
        #expect(device.history.count == 3)
    }

    @Test func `a time of day comes once a day, where it repeats`() async throws {
        let device = Self.device()
        let trigger = Self.calendar(repeats: true) { components in
            components.hour = 13
            components.minute = 0
            components.second = 0
        }
        try await device.notificationCenter.add(Self.request(trigger))
        await device.advance(by: .seconds(3 * 86_400))
        #expect(Self.times(device) == [3600, 3600 + 86_400, 3600 + 2 * 86_400])
        #expect(await Self.pending(device) == ["alarm"])
    }

    @Test func `a date that has passed is refused, and one to come is not`() async throws {
        let device = Self.device()
        for (year, isRefused) in [(2025, true), (2027, false)] {
            let request = Self.request(Self.calendar { $0.year = year }, named: "\(year)")
            if isRefused {
                await #expect(throws: UNError(.notificationInvalidNoDate)) {
                    try await device.notificationCenter.add(request)
                }
            } else {
                try await device.notificationCenter.add(request)
            }
        }
        #expect(await Self.pending(device) == ["2027"])
    }

    @Test(arguments: [Double.infinity, .greatestFiniteMagnitude, 1e12])
    func `an interval that no clock reaches is refused`(_ interval: Double) async throws {
        let device = Self.device()
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: false)
        await #expect(throws: UNError(.notificationInvalidNoDate)) {
            try await device.notificationCenter.add(Self.request(trigger))
        }
    }

    @Test func `a request takes the place of a pending one of its identifier, whatever brings it`()
        async throws
    {
        let place = UNLocationNotificationTrigger(
            region: RegionCrossingTests.region,
            repeats: false
        )
        for trigger in [nil, place] as [UNNotificationTrigger?] {
            let device = Self.device()
            let interval = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
            try await device.notificationCenter.add(Self.request(interval, title: "old"))
            try await device.notificationCenter.add(Self.request(trigger, title: "new"))
            await device.advance(by: .seconds(120))
            #expect(!device.history.map(\.notification.content.title).contains("old"))
            #expect(await Self.pending(device).count == (trigger == nil ? 0 : 1))
        }
    }

    @Test func `a jump of the wall clock plans the calendar anew, and no interval`() async throws {
        let device = Self.device()
        let interval = UNTimeIntervalNotificationTrigger(timeInterval: 7200, repeats: false)
        try await device.notificationCenter.add(Self.request(interval, named: "interval"))
        let evening = Self.calendar { $0.hour = 18 }
        try await device.notificationCenter.add(Self.request(evening, named: "evening"))
        device.setWallClock(by: .seconds(5 * 3600))
        #expect(device.history.isEmpty)
        await device.advance(by: .seconds(3600))
        #expect(device.history.map(\.notification.identifier) == ["evening"])
        await device.advance(by: .seconds(3600))
        #expect(device.history.map(\.notification.identifier) == ["evening", "interval"])
    }

    @Test func `after the wall clock was set back the calendar comes later`() async throws {
        let device = Self.device()
        try await device.notificationCenter.add(Self.request(Self.calendar { $0.hour = 13 }))
        device.setWallClock(by: .seconds(-3600))
        await device.advance(by: .seconds(3600))
        #expect(device.history.isEmpty)
        await device.advance(by: .seconds(3600))
        #expect(Self.times(device) == [7200])
    }

    @Test(arguments: [(true, 1), (false, 0)])
    func `what the wall clock skips comes at once, or not, as the profile says`(
        _ shows: Bool,
        _ count: Int
    ) async throws {
        let device = Self.device()
        device.profile.showsSkipped = shows
        let once = Self.calendar { components in
            components.year = 2026
            components.month = 11
            components.day = 21
            components.hour = 18
        }
        try await device.notificationCenter.add(Self.request(once))
        device.setWallClock(by: .seconds(86_400))
        #expect(device.history.count == count)
        #expect(await Self.pending(device).isEmpty)
    }

    @Test func `a place is entered and left, as its region says`() async throws {
        let device = Self.device()
        let region = RegionCrossingTests.region
        region.notifyOnExit = false
        let both = RegionCrossingTests.region
        let triggers = [
            ("entering, once", UNLocationNotificationTrigger(region: region, repeats: false)),
            ("both", UNLocationNotificationTrigger(region: both, repeats: true)),
        ]
        for (identifier, trigger) in triggers {
            try await device.notificationCenter.add(Self.request(trigger, named: identifier))
        }
        var came: [[String]] = []
        for place in [
            RegionCrossingTests.outside, RegionCrossingTests.inside, RegionCrossingTests.inside,
            RegionCrossingTests.outside, RegionCrossingTests.inside,
        ] {
            let before = device.history.count
            device.move(to: place)
            came.append(device.history.dropFirst(before).map(\.notification.identifier))
        }
        #expect(came == [[], ["entering, once", "both"], [], ["both"], ["both"]])
        #expect(await Self.pending(device) == ["both"])
    }

    @Test func `without leave to know where the device is, no place brings anything`() async throws
    {
        let device = Self.device()
        device.profile.mayUseLocation = false
        let trigger = UNLocationNotificationTrigger(
            region: RegionCrossingTests.region,
            repeats: false
        )
        try await device.notificationCenter.add(Self.request(trigger))
        device.move(to: RegionCrossingTests.inside)
        #expect(device.history.isEmpty)
    }

    @Test func `a request without content is refused`() async {
        let device = Self.device()
        let request = UNNotificationRequest(
            identifier: "a",
            content: UNNotificationContent(),
            trigger: nil
        )
        await #expect(throws: UNError(.notificationInvalidNoContent)) {
            try await device.notificationCenter.add(request)
        }
    }

    @Test func `the app in the foreground is asked about its own notifications, too`() async throws
    {
        let device = Self.device()
        device.profile.appState = .foreground
        let delegate = AsyncDelegate([.list])
        device.notificationCenter.delegate = delegate
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)
        try await device.notificationCenter.add(Self.request(trigger))
        await device.advance(by: .seconds(10))
        #expect(delegate.notes.all == ["willPresent alarm"])
        #expect(device.history.first?.notification.presentation == Device.presentation(list: true))
    }
}
