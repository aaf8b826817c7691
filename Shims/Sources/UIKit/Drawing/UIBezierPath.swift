// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import PictureShims

/// Corners of a rectangle.
public struct UIRectCorner: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Corners of their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The one at the top, left.
    public static let topLeft = UIRectCorner(rawValue: 1)
    /// The one at the top, right.
    public static let topRight = UIRectCorner(rawValue: 2)
    /// The one at the bottom, left.
    public static let bottomLeft = UIRectCorner(rawValue: 4)
    /// The one at the bottom, right.
    public static let bottomRight = UIRectCorner(rawValue: 8)
    /// All of them.
    public static let allCorners = UIRectCorner(rawValue: ~0)
}

/// Lines and curves, which are filled, drawn, or clipped to.
///
/// Dashes, and joins and caps of lines other than pointed and flat ones, are absent.
open class UIBezierPath: NSObject {
    /// The width of its line.
    open var lineWidth: CGFloat = 1
    /// Whether a part within a part is a hole.
    open var usesEvenOddFillRule = false
    private var outline = Outline()

    /// A path without lines.
    override public init() {}

    /// A path of another framework.
    public convenience init(cgPath: CGPath) {
        self.init()
        outline = cgPath.outline
    }

    /// A rectangle.
    public convenience init(rect: CGRect) {
        self.init()
        outline.add(rect)
    }

    /// The ellipse in a rectangle.
    public convenience init(ovalIn rect: CGRect) {
        self.init()
        outline.add(ellipseIn: rect)
    }

    /// A rectangle with round corners.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(
            roundedRect: rect,
            byRoundingCorners: .allCorners,
            cornerRadii: CGSize(width: cornerRadius, height: cornerRadius)
        )
    }

    /// A rectangle with some round corners.
    public convenience init(
        roundedRect rect: CGRect,
        byRoundingCorners corners: UIRectCorner,
        cornerRadii: CGSize
    ) {
        self.init()
        let order: [UIRectCorner] = [.topLeft, .topRight, .bottomRight, .bottomLeft]
        outline.add(rect, corners: order.map { corners.contains($0) ? cornerRadii : .zero })
    }

    /// An arc, with the clock or against it.
    public convenience init(
        arcCenter center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool
    ) {
        self.init()
        addArc(
            withCenter: center,
            radius: radius,
            startAngle: startAngle,
            endAngle: endAngle,
            clockwise: clockwise
        )
    }

    /// The same for other frameworks.
    open var cgPath: CGPath {
        get { CGPath(outline) }
        set { outline = newValue.outline }
    }

    /// Whether it has no lines.
    open var isEmpty: Bool { outline.isEmpty }

    /// The smallest rectangle with all its lines.
    open var bounds: CGRect { outline.bounds }

    /// Where it has come to.
    open var currentPoint: CGPoint { outline.current ?? .zero }

    /// Begins a part.
    open func move(to point: CGPoint) { outline.move(to: point) }

    /// Adds a line.
    open func addLine(to point: CGPoint) { outline.line(to: point) }

    /// Adds a curve.
    open func addCurve(
        to endPoint: CGPoint,
        controlPoint1: CGPoint,
        controlPoint2: CGPoint
    ) {
        outline.curve(to: endPoint, controlPoint1, controlPoint2)
    }

    /// Adds a curve of one control point.
    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        outline.curve(to: endPoint, controlPoint)
    }

    /// Adds an arc, with the clock or against it.
    open func addArc(
        withCenter center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool
    ) {
        outline.add(
            arcAround: center,
            radius: radius,
            from: startAngle,
            to: endAngle,
            isGrowing: clockwise
        )
    }

    /// Closes the last part.
    open func close() { outline.close() }

    /// Adds another path.
    open func append(_ bezierPath: UIBezierPath) { outline.append(bezierPath.outline) }

    /// Changes the places of its points.
    open func apply(_ transform: CGAffineTransform) { outline = outline.applying(transform) }

    /// Fills what is inside, in the current context.
    open func fill() { draw { $0.fill($1, by: rule) } }

    /// Fills what is inside, in some way and as opaque as told.
    open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
        drawing(blendMode, alpha) { fill() }
    }

    /// Draws its line, in the current context.
    open func stroke() { draw { $0.stroke($1, width: lineWidth) } }

    /// Draws its line, in some way and as opaque as told.
    open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
        drawing(blendMode, alpha) { stroke() }
    }

    /// From now on only what is inside is drawn, in the current context.
    open func addClip() { draw { $0.clip($1, by: rule) } }

    private var rule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }

    private func draw(_ body: (CGContext, Outline) -> Void) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        body(context, outline.applying(context.ctm))
    }

    private func drawing(_ mode: CGBlendMode, _ alpha: CGFloat, _ body: () -> Void) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.setBlendMode(mode)
        context.setAlpha(alpha)
        body()
        context.restoreGState()
    }
}
