// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension CGContext {
    /// Forgets the path.
    public func beginPath() { path = Outline() }

    /// Begins a part of the path.
    public func move(to point: CGPoint) { path.move(to: point.applying(ctm)) }

    /// Adds a line.
    public func addLine(to point: CGPoint) { path.line(to: point.applying(ctm)) }

    /// Adds lines between points.
    public func addLines(between points: [CGPoint]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
    }

    /// Adds a curve.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        path.curve(to: end.applying(ctm), control1.applying(ctm), control2.applying(ctm))
    }

    /// Adds a curve of one control point.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        path.curve(to: end.applying(ctm), control.applying(ctm))
    }

    /// Adds an arc; `clockwise` is meant with y upwards, so that it looks the other way here.
    public func addArc(
        center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool
    ) {
        let arc = outline {
            $0.add(
                arcAround: center,
                radius: radius,
                from: startAngle,
                to: endAngle,
                isGrowing: !clockwise
            )
        }
        path.join(arc)
    }

    /// Adds a rectangle.
    public func addRect(_ rect: CGRect) { path.append(outline { $0.add(rect) }) }

    /// Adds the ellipse in a rectangle.
    public func addEllipse(in rect: CGRect) { path.append(outline { $0.add(ellipseIn: rect) }) }

    /// Adds a path.
    public func addPath(_ path: CGPath) { self.path.append(path.outline.applying(ctm)) }

    /// Closes the last part of the path.
    public func closePath() { path.close() }

    /// Fills the path, and forgets it.
    public func fillPath(using rule: CGPathFillRule = .winding) {
        fill(path, by: rule)
        beginPath()
    }

    /// Draws the line of the path, and forgets it.
    public func strokePath() {
        stroke(path, width: state.lineWidth)
        beginPath()
    }

    /// Draws the path in one way or another, and forgets it.
    public func drawPath(using mode: CGPathDrawingMode) {
        switch mode {
        case .fill, .fillStroke: fill(path, by: .winding)
        case .eoFill, .eoFillStroke: fill(path, by: .evenOdd)
        case .stroke: break
        }
        switch mode {
        case .stroke, .fillStroke, .eoFillStroke: stroke(path, width: state.lineWidth)
        case .fill, .eoFill: break
        }
        beginPath()
    }

    /// From now on only what is inside the path is drawn; forgets the path.
    public func clip(using rule: CGPathFillRule = .winding) {
        clip(path, by: rule)
        beginPath()
    }

    /// An outline whose points are pixels.
    private func outline(_ add: (inout Outline) -> Void) -> Outline {
        var outline = Outline()
        add(&outline)
        return outline.applying(ctm)
    }

    // MARK: - Shapes

    /// From now on only what is inside a rectangle is drawn.
    public func clip(to rect: CGRect) {
        clip(outline { $0.add(rect) }, by: .winding)
    }

    /// Fills a rectangle.
    public func fill(_ rect: CGRect) {
        fill(outline { $0.add(rect) }, by: .winding)
    }

    /// Fills rectangles.
    public func fill(_ rects: [CGRect]) {
        for rect in rects { fill(rect) }
    }

    /// Fills the ellipse in a rectangle.
    public func fillEllipse(in rect: CGRect) {
        fill(outline { $0.add(ellipseIn: rect) }, by: .winding)
    }

    /// Draws the line of a rectangle, half of it outside.
    public func stroke(_ rect: CGRect) { stroke(rect, width: state.lineWidth) }

    /// Draws the line of a rectangle, half of it outside.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        stroke(outline { $0.add(rect) }, width: width)
    }

    /// Draws the line of the ellipse in a rectangle, half of it outside.
    public func strokeEllipse(in rect: CGRect) {
        stroke(outline { $0.add(ellipseIn: rect) }, width: state.lineWidth)
    }

    /// Takes away what is in a rectangle.
    public func clear(_ rect: CGRect) {
        saveGState()
        setBlendMode(.clear)
        fill(rect)
        restoreGState()
    }
}
