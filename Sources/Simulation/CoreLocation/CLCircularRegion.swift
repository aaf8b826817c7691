// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ValueObjects

/// A circle on the surface of the earth.
open class CLCircularRegion: CLRegion {
    /// A circle of `radius` metres round `center`.
    public convenience init(
        center: CLLocationCoordinate2D,
        radius: CLLocationDistance,
        identifier: String
    ) {
        let circle = Values.Circle(center: Place(center), radius: radius)
        self.init(values: Values(identifier: identifier, circle: circle))
    }

    /// The middle of the circle.
    open var center: CLLocationCoordinate2D { values.circle.center.coordinate }
    /// Metres from the middle to the edge.
    open var radius: CLLocationDistance { values.circle.radius }

    /// True if the circle holds a place; its edge belongs to it.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        values.contains(coordinate)
    }
}
