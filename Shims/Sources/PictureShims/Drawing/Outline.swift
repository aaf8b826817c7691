// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Lines and curves.
package struct Outline: Sendable {
    private enum Step {
        case move(CGPoint)
        case line(CGPoint)
        case curve(CGPoint, CGPoint, CGPoint)
        case close
    }

    private var steps: [Step] = []
    private var start: CGPoint?
    /// Where it has come to.
    package private(set) var current: CGPoint?

    package init() {}

    package var isEmpty: Bool { steps.isEmpty }

    package mutating func move(to point: CGPoint) {
        steps.append(.move(point))
        (start, current) = (point, point)
    }

    /// Adds a line; it begins here where there is no point yet.
    package mutating func line(to point: CGPoint) {
        guard current != nil else { return move(to: point) }
        steps.append(.line(point))
        current = point
    }

    package mutating func curve(to point: CGPoint, _ first: CGPoint, _ second: CGPoint) {
        if current == nil { move(to: first) }
        steps.append(.curve(first, second, point))
        current = point
    }

    package mutating func curve(to point: CGPoint, _ control: CGPoint) {
        let from = current ?? control
        func between(_ point: CGPoint) -> CGPoint {
            CGPoint(
                x: point.x + (control.x - point.x) * 2 / 3,
                y: point.y + (control.y - point.y) * 2 / 3
            )
        }
        curve(to: point, between(from), between(point))
    }

    package mutating func close() {
        guard let start else { return }
        steps.append(.close)
        current = start
    }

    package mutating func append(_ other: Outline) {
        steps += other.steps
        (start, current) = (other.start ?? start, other.current ?? current)
    }

    package mutating func add(_ rectangle: CGRect) {
        move(to: rectangle.origin)
        line(to: CGPoint(x: rectangle.maxX, y: rectangle.minY))
        line(to: CGPoint(x: rectangle.maxX, y: rectangle.maxY))
        line(to: CGPoint(x: rectangle.minX, y: rectangle.maxY))
        close()
    }

    package mutating func add(ellipseIn rectangle: CGRect) {
        var circle = Outline()
        circle.add(arcAround: .zero, radius: 1, from: 0, by: 2 * .pi)
        circle.close()
        append(
            circle.applying(
                CGAffineTransform(
                    a: rectangle.width / 2,
                    b: 0,
                    c: 0,
                    d: rectangle.height / 2,
                    tx: rectangle.midX,
                    ty: rectangle.midY
                )
            )
        )
    }

    /// Adds a rectangle with round corners, first the one of the smallest x and y, and then to the
    /// right; none is larger than half a side.
    package mutating func add(_ rectangle: CGRect, corners: [CGSize]) {
        let corners = corners.map { size in
            CGSize(
                width: max(0, min(size.width, rectangle.width / 2)),
                height: max(0, min(size.height, rectangle.height / 2))
            )
        }
        let places = [
            CGPoint(x: rectangle.minX, y: rectangle.minY),
            CGPoint(x: rectangle.maxX, y: rectangle.minY),
            CGPoint(x: rectangle.maxX, y: rectangle.maxY),
            CGPoint(x: rectangle.minX, y: rectangle.maxY),
        ]
        var outline = Outline()
        for (number, (corner, place)) in zip(corners, places).enumerated() {
            let (x, y): (CGFloat, CGFloat) = [(1, 1), (-1, 1), (-1, -1), (1, -1)][number]
            var arc = Outline()
            arc.add(arcAround: .zero, radius: 1, from: .pi * (1 + CGFloat(number) / 2), by: .pi / 2)
            let place = CGAffineTransform(
                a: corner.width,
                b: 0,
                c: 0,
                d: corner.height,
                tx: place.x + x * corner.width,
                ty: place.y + y * corner.height
            )
            outline.join(arc.applying(place))
        }
        outline.close()
        append(outline)
    }

    /// Adds an arc, and a line to where it begins; angles are in radians, from x towards y.
    package mutating func add(
        arcAround center: CGPoint,
        radius: CGFloat,
        from start: CGFloat,
        by angle: CGFloat
    ) {
        guard start.isFinite, angle.isFinite else { return }
        let count = max(1, (abs(angle) / (.pi / 2)).rounded(.up))
        let step = angle / count
        let reach = 4 / 3 * tan(step / 4) * radius
        func point(_ angle: CGFloat) -> CGPoint {
            CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
        }
        func point(_ angle: CGFloat, along reach: CGFloat) -> CGPoint {
            let point = point(angle)
            return CGPoint(x: point.x - reach * sin(angle), y: point.y + reach * cos(angle))
        }
        line(to: point(start))
        for number in 0..<Int(count) {
            let from = start + CGFloat(number) * step
            curve(
                to: point(from + step),
                point(from, along: reach),
                point(from + step, along: -reach)
            )
        }
    }

    /// Adds an arc as the frameworks name it: from an angle to another, one way or the other.
    package mutating func add(
        arcAround center: CGPoint,
        radius: CGFloat,
        from start: CGFloat,
        to end: CGFloat,
        isGrowing: Bool
    ) {
        let full = 2 * CGFloat.pi
        var angle = end - start
        guard angle.isFinite else { return }
        if isGrowing, angle < 0 {
            angle = full - (-angle).truncatingRemainder(dividingBy: full)
        } else if !isGrowing, angle > 0 {
            angle = angle.truncatingRemainder(dividingBy: full) - full
        }
        add(arcAround: center, radius: radius, from: start, by: min(max(angle, -full), full))
    }

    /// Goes on with another outline, by a line to where that begins.
    package mutating func join(_ other: Outline) {
        for step in other.steps {
            switch step {
            case .move(let point), .line(let point): line(to: point)
            case .curve(let first, let second, let point): curve(to: point, first, second)
            case .close: close()
            }
        }
    }

    package func applying(_ transform: CGAffineTransform) -> Outline {
        var outline = Outline()
        outline.steps = steps.map { step in
            switch step {
            case .move(let point): .move(point.applying(transform))
            case .line(let point): .line(point.applying(transform))
            case .curve(let first, let second, let point):
                .curve(
                    first.applying(transform),
                    second.applying(transform),
                    point.applying(transform)
                )
            case .close: .close
            }
        }
        outline.start = start?.applying(transform)
        outline.current = current?.applying(transform)
        return outline
    }

    /// Lines in place of the curves, fine enough where a step is a pixel.
    package var contours: [Contour] {
        var contours: [Contour] = []
        var contour = Contour()
        for step in steps {
            switch step {
            case .move(let point):
                contours.append(contour)
                contour = Contour()
                contour.add(point)
            case .line(let point): contour.add(point)
            case .curve(let first, let second, let point): contour.add(first, second, point)
            case .close:
                contour.isClosed = true
                contours.append(contour)
                // What goes on without a move begins where this began.
                contour = Contour(points: Array(contour.points.prefix(1)))
            }
        }
        return (contours + [contour]).filter { $0.points.count > 1 }
    }

    /// The smallest rectangle with all its points; null if it has none.
    package var bounds: CGRect {
        let points = contours.flatMap(\.points)
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
            let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
        else { return .null }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
