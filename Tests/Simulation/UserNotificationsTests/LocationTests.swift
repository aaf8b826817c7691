// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Testing

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
