// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

/// An area that a device can enter and leave; make a ``CLCircularRegion``.
open class CLRegion: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        struct Circle: Hashable, Codable, Sendable {
            var center: Place
            var radius: Double
        }

        package var identifier: String
        var circle: Circle
        package var notifyOnEntry = true
        package var notifyOnExit = true

        /// Whether the area holds a place; its edge belongs to it.
        package func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
            circle.center.distance(to: Place(coordinate)) <= circle.radius
        }
    }

    /// The name that the app gave it.
    open var identifier: String { values.identifier }

    /// True if entering counts; true at first.
    open var notifyOnEntry: Bool {
        get { values.notifyOnEntry }
        set { values.notifyOnEntry = newValue }
    }

    /// True if leaving counts; true at first.
    open var notifyOnExit: Bool {
        get { values.notifyOnExit }
        set { values.notifyOnExit = newValue }
    }

    /// The region of these values.
    package static func make(_ values: Values) -> CLRegion {
        CLCircularRegion(values: values)
    }

    /// Another region with the same values, as a region can change.
    open override func copy(with zone: NSZone? = nil) -> Any { CLRegion.make(values) }
}

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
