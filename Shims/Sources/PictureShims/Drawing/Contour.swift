// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPictures
package import Foundation

/// Points with lines between them.
package struct Contour: Sendable {
    package var points: [CGPoint] = []
    package var isClosed = false

    /// No point is farther away, and no line wider, as sums of larger numbers may not be finite.
    private static let far: CGFloat = 1e7

    /// Adds a point unless it is nowhere, or where the last one is; what is far away comes near.
    mutating func add(_ point: CGPoint) {
        guard point.x.isFinite, point.y.isFinite else { return }
        let far = Self.far
        let near = CGPoint(
            x: min(max(point.x, -far), far),
            y: min(max(point.y, -far), far)
        )
        if points.last.map({ Self.isSame($0, near) }) != true { points.append(near) }
    }

    /// Whether a line between points has no direction that counts.
    private static func isSame(_ first: CGPoint, _ second: CGPoint) -> Bool {
        hypot(first.x - second.x, first.y - second.y) < 1e-4
    }

    /// Adds the points of a curve.
    mutating func add(_ first: CGPoint, _ second: CGPoint, _ end: CGPoint) {
        guard let start = points.last else { return add(end) }
        let corners = [start, first, second, end]
        let length = zip(corners, corners.dropFirst()).reduce(0) { sum, side in
            sum + hypot(side.1.x - side.0.x, side.1.y - side.0.y)
        }
        guard length.isFinite else { return }
        let count = Int(min(3 * length.squareRoot() + 2, 256))
        for number in 1...count {
            let t = CGFloat(number) / CGFloat(count)
            let rest = 1 - t
            let weights = [rest * rest * rest, 3 * rest * rest * t, 3 * rest * t * t, t * t * t]
            var point = CGPoint.zero
            for (corner, weight) in zip(corners, weights) {
                point.x += corner.x * weight
                point.y += corner.y * weight
            }
            add(point)
        }
    }

    /// Its lines, with one from the end to the start.
    var edges: [picture_edge] {
        zip(points, points.dropFirst() + points.prefix(1)).map { start, end in
            picture_edge(x0: start.x, y0: start.y, x1: end.x, y1: end.y)
        }
    }

    /// What a line of a width covers that follows this one: with pointed corners, as far as they
    /// are no longer than ten times the width, and with flat ends.
    func stroked(_ width: CGFloat) -> [Contour] {
        var ring = self
        if isClosed, let first = points.first, let last = points.last, Self.isSame(first, last) {
            ring.points.removeLast()
        }
        guard ring.points.count > 1, width.isFinite, width > 0 else { return [] }
        let reach = min(width, Self.far) / 2
        let (right, left) = (ring.moved(by: reach), ring.moved(by: -reach))
        guard isClosed else {
            return [Contour(points: right + left.reversed(), isClosed: true)]
        }
        return [
            Contour(points: right, isClosed: true),
            Contour(points: left.reversed(), isClosed: true),
        ]
    }

    /// The points, moved to a side.
    private func moved(by distance: CGFloat) -> [CGPoint] {
        let following = points.dropFirst() + points.prefix(1)
        var normals = zip(points, following).map { start, end -> CGPoint in
            let length = max(hypot(end.x - start.x, end.y - start.y), .leastNormalMagnitude)
            return CGPoint(x: (start.y - end.y) / length, y: (end.x - start.x) / length)
        }
        // The last side of an open line leads back, and counts for nothing.
        if !isClosed, let last = normals.dropLast().last { normals[normals.count - 1] = last }
        return points.indices.flatMap { number -> [CGPoint] in
            let point = points[number]
            let after = normals[number]
            let before =
                number > 0 ? normals[number - 1] : isClosed ? normals[normals.count - 1] : after
            let cosine = before.x * after.x + before.y * after.y
            guard 1 + cosine > 0.02 else {
                return [before, after].map { normal in
                    CGPoint(x: point.x + normal.x * distance, y: point.y + normal.y * distance)
                }
            }
            let reach = distance / (1 + cosine)
            return [
                CGPoint(
                    x: point.x + (before.x + after.x) * reach,
                    y: point.y + (before.y + after.y) * reach
                )
            ]
        }
    }
}
