// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

/// An angle in degrees, north or east positive.
public typealias CLLocationDegrees = Double

/// A length in metres.
public typealias CLLocationDistance = Double

/// The error that a place may have, in metres; negative if unknown.
public typealias CLLocationAccuracy = Double

/// A place on the earth (WGS 84).
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: CLLocationDegrees
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: CLLocationDegrees

    /// The place at 0° N, 0° E.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// The place at these angles, which are not checked: ``CLLocationCoordinate2DIsValid(_:)``
    /// does.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A place that is none.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

// swift-format-ignore: AlwaysUseLowerCamelCase
/// True if both angles lie within their limits.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

/// A place as part of a value; Apple's coordinate is neither comparable nor codable.
struct Place: Hashable, Codable, Sendable {
    var latitude: Double
    var longitude: Double

    init(_ coordinate: CLLocationCoordinate2D) {
        latitude = coordinate.latitude
        longitude = coordinate.longitude
    }

    var coordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}

/// A place, how exactly it is known, and when the device was there.
open class CLLocation: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        var place: Place
        var altitude: Double
        var horizontalAccuracy: Double
        var verticalAccuracy: Double
        var timestamp: Date
    }

    /// A place alone; its accuracy counts as exact, its height as unknown.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// A place with its height above sea level in metres.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        let values = Values(
            place: Place(coordinate),
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            timestamp: timestamp
        )
        self.init(values: values)
    }

    /// The place.
    open var coordinate: CLLocationCoordinate2D { values.place.coordinate }
    /// Metres above sea level.
    open var altitude: CLLocationDistance { values.altitude }
    /// The radius, in metres, within which the place truly lies.
    open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }
    /// The error that the height may have, in metres; not positive if there is no height.
    open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }
    /// The time at which the device was there.
    open var timestamp: Date { values.timestamp }

    /// The way to another place along the surface of the earth, in metres.
    ///
    /// It takes the earth for a sphere, so it is up to 0.6 % off what iOS computes.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        values.place.distance(to: location.values.place)
    }
}

extension Place {
    /// The haversine distance in metres, on a sphere of the earth's mean radius (IUGG R1).
    func distance(to other: Place) -> Double {
        let latitudes = (latitude * .pi / 180, other.latitude * .pi / 180)
        let halfNorth = sin((latitudes.1 - latitudes.0) / 2)
        let halfEast = sin((other.longitude - longitude) * .pi / 360)
        let chord =
            halfNorth * halfNorth + cos(latitudes.0) * cos(latitudes.1) * halfEast * halfEast
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
}
