// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Testing

@testable import SimulatedDevice

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
