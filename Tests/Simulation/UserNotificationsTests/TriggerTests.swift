// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

@testable import UserNotifications

@Suite struct TriggerTests {
    /// Wednesday, 1 January 2025, 10:00 GMT.
    private static let now = Date(timeIntervalSince1970: 1_735_725_600)

    private static func on<Result>(device now: Date, _ body: () -> Result) -> Result {
        let center = UNUserNotificationCenter(backing: ScriptedDevice(now: now))
        return UNUserNotificationCenter.$bound.withValue(.init(center), operation: body)
    }

    private static func components(_ change: (inout DateComponents) -> Void) -> DateComponents {
        var components = DateComponents(
            calendar: Calendar(identifier: .gregorian),
            timeZone: .gmt
        )
        change(&components)
        return components
    }

    @Test func `an interval counts from the device's clock, else from the system's`() throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 90, repeats: true)
        #expect(trigger.timeInterval == 90 && trigger.repeats)
        #expect(Self.on(device: Self.now) { trigger.nextTriggerDate() } == Self.now + 90)
        let before = Date()
        let next = UNUserNotificationCenter.$bound.withValue(
            UNUserNotificationCenter.deviceless
        ) {
            trigger.nextTriggerDate()
        }
        #expect((before + 90...Date() + 90).contains(try #require(next)))
    }

    @Test func `a time that the clock shows comes today or on the next day that has it`() {
        let (hour, day) = (3_600.0, 86_400.0)
        let table: [(DateComponents, TimeInterval?)] = [
            (Self.components { $0.hour = 12 }, 2 * hour),
            (Self.components { $0.hour = 9 }, 23 * hour),
            (Self.components { $0.hour = 10 }, 24 * hour),
            (Self.components { ($0.weekday, $0.hour) = (6, 10) }, 2 * day),
            (Self.components { ($0.year, $0.month, $0.day) = (2025, 1, 3) }, 2 * day - 10 * hour),
            (Self.components { ($0.year, $0.month, $0.day) = (2024, 1, 3) }, nil),
            (Self.components { ($0.year, $0.month, $0.day, $0.hour) = (2025, 1, 1, 9) }, nil),
            (
                Self.components { ($0.timeZone, $0.hour) = (TimeZone(secondsFromGMT: 3_600), 12) },
                hour
            ),
            (Self.components { _ in }, nil),
        ]
        for (components, seconds) in table {
            let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
            let next = Self.on(device: Self.now) { trigger.nextTriggerDate() }
            #expect(next == seconds.map { Self.now + $0 }, "\(components)")
            #expect(trigger.dateComponents == components)
        }
    }

    @Test func `a month that lacks the day is passed over`() {
        let day = 86_400.0
        let table: [(DateComponents, from: TimeInterval, to: TimeInterval?)] = [
            (Self.components { $0.day = 31 }, 31 * day, 89 * day),
            (Self.components { ($0.month, $0.day) = (2, 29) }, 0, 1_154 * day),
            (Self.components { ($0.month, $0.day) = (2, 30) }, 0, nil),
        ]
        let midnight = Self.now - 36_000
        for (components, from, next) in table {
            let values = UNNotificationTrigger.Values(.calendar(components), repeats: true)
            #expect(values.nextDate(after: midnight + from) == next.map { midnight + $0 })
        }
    }

    @Test func `an hour that a day lacks becomes the next one it has`() throws {
        // In Berlin the clocks went from 2 to 3 on 30 March 2025.
        let components = Self.components {
            $0.timeZone = TimeZone(identifier: "Europe/Berlin")
            ($0.month, $0.day, $0.hour, $0.minute) = (3, 30, 2, 30)
        }
        let values = UNNotificationTrigger.Values(.calendar(components), repeats: false)
        #expect(values.nextDate(after: Self.now) == Date(timeIntervalSince1970: 1_743_296_400))
    }

    @Test func `the old name of a calendar trigger makes the same`() {
        let components = DateComponents(hour: 1)
        #expect(
            UNCalendarNotificationTrigger(dateMatchingComponents: components, repeats: false)
                == UNCalendarNotificationTrigger(dateMatching: components, repeats: false)
        )
    }

    @Test func `an interval of nothing, or below a minute to repeat, is the app's fault`() async {
        await #expect(processExitsWith: .failure) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: 0, repeats: false)
        }
        await #expect(processExitsWith: .failure) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: 59, repeats: true)
        }
        #expect(!UNTimeIntervalNotificationTrigger.accepts(.init(.interval(59), repeats: true)))
        #expect(UNTimeIntervalNotificationTrigger.accepts(.init(.interval(59), repeats: false)))
    }

    @Test func `a request gives its trigger back as what it is`() {
        let region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 0, longitude: 0),
            radius: 1,
            identifier: "r"
        )
        region.notifyOnExit = false
        let triggers = [
            UNPushNotificationTrigger(),
            UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false),
            UNCalendarNotificationTrigger(dateMatching: DateComponents(hour: 1), repeats: true),
            UNLocationNotificationTrigger(region: region, repeats: true),
        ]
        for trigger in triggers {
            let request = UNNotificationRequest(
                identifier: "a",
                content: UNNotificationContent(),
                trigger: trigger
            )
            #expect(request.trigger == trigger)
            #expect(request.trigger.map { type(of: $0) } == type(of: trigger))
        }
    }

    @Test func `a location trigger keeps a copy of its region`() {
        let region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 0, longitude: 0),
            radius: 1,
            identifier: "r"
        )
        let trigger = UNLocationNotificationTrigger(region: region, repeats: false)
        region.notifyOnEntry = false
        #expect(trigger.region.notifyOnEntry && trigger.region is CLCircularRegion)
        trigger.region.notifyOnExit = false
        #expect(trigger.region.notifyOnExit)
    }
}

@Suite struct LocationTests {
    private let berlin = CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405)
    private let paris = CLLocationCoordinate2D(latitude: 48.8566, longitude: 2.3522)

    private func location(_ coordinate: CLLocationCoordinate2D) -> CLLocation {
        CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    @Test func `a distance is known to less than one per cent`() {
        // On the ellipsoid it is 879.7 km.
        let metres = location(berlin).distance(from: location(paris))
        #expect(abs(metres - 879_700) < 8_797)
        #expect(location(berlin).distance(from: location(berlin)) == 0)
    }

    @Test func `a distance goes the short way over the antimeridian`() {
        let west = CLLocation(latitude: 0, longitude: 179.5)
        let east = CLLocation(latitude: 0, longitude: -179.5)
        #expect(abs(west.distance(from: east) - 111_195) < 10)
    }

    @Test(arguments: [(0.0, true), (99, true), (101, false)])
    func `a circle contains what lies within its radius`(_ metres: Double, _ isInside: Bool) {
        let circle = CLCircularRegion(center: berlin, radius: 100, identifier: "r")
        let north = CLLocationCoordinate2D(
            latitude: berlin.latitude + metres / 111_195,
            longitude: berlin.longitude
        )
        #expect(circle.contains(north) == isInside)
    }

    @Test func `coordinates are valid within their limits`() {
        #expect(CLLocationCoordinate2DIsValid(berlin))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 91, longitude: 0)))
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D()))
    }

    @Test func `a region notifies both ways at first, and a copy is its own`() throws {
        let circle = CLCircularRegion(center: berlin, radius: 100, identifier: "r")
        #expect(circle.notifyOnEntry && circle.notifyOnExit && circle.identifier == "r")
        let copy = try #require(circle.copy() as? CLCircularRegion)
        copy.notifyOnExit = false
        #expect(circle.notifyOnExit && copy.radius == 100)
        #expect(copy.center.latitude == berlin.latitude && copy != circle)
    }
}
