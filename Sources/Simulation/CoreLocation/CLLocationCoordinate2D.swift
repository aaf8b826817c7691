// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
