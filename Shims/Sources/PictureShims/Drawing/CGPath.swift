// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How overlapping parts of a shape count.
public enum CGPathFillRule: Hashable, Sendable {
    /// Each part counts that a line goes around.
    case winding
    /// A part within a part is a hole, and so on.
    case evenOdd
}

/// Lines and curves.
public final class CGPath: Sendable {
    package let outline: Outline

    package init(_ outline: Outline) {
        self.outline = outline
    }

    private convenience init(
        _ transform: UnsafePointer<CGAffineTransform>?,
        _ add: (inout Outline) -> Void
    ) {
        var outline = Outline()
        add(&outline)
        if let transform = unsafe transform?.pointee { outline = outline.applying(transform) }
        self.init(outline)
    }

    /// A rectangle.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        unsafe self.init(transform) { $0.add(rect) }
    }

    /// The ellipse in a rectangle.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        unsafe self.init(transform) { $0.add(ellipseIn: rect) }
    }

    /// A rectangle with round corners.
    public convenience init(
        roundedRect rect: CGRect,
        cornerWidth: CGFloat,
        cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        let corner = CGSize(width: cornerWidth, height: cornerHeight)
        unsafe self.init(transform) {
            $0.add(rect, corners: Array(repeating: corner, count: 4))
        }
    }

    /// Whether it has no lines.
    public var isEmpty: Bool { outline.isEmpty }

    /// The smallest rectangle with all its points.
    public var boundingBox: CGRect { outline.bounds }
}
