// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A change of places: moved, scaled, turned.
public struct CGAffineTransform: Hashable, Sendable {
    /// What a step to the right adds to x.
    public var a: CGFloat
    /// What a step to the right adds to y.
    public var b: CGFloat
    /// What a step down adds to x.
    public var c: CGFloat
    /// What a step down adds to y.
    public var d: CGFloat
    /// What is added to x.
    public var tx: CGFloat
    /// What is added to y.
    public var ty: CGFloat

    /// A change of six numbers.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// No change.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Moves.
    public init(translationX tx: CGFloat, y ty: CGFloat) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
    }

    /// Scales.
    public init(scaleX sx: CGFloat, y sy: CGFloat) {
        self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
    }

    /// Turns by an angle in radians, from x towards y.
    public init(rotationAngle angle: CGFloat) {
        self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }

    /// This change, and another one after it.
    public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * t2.a + b * t2.c,
            b: a * t2.b + b * t2.d,
            c: c * t2.a + d * t2.c,
            d: c * t2.b + d * t2.d,
            tx: tx * t2.a + ty * t2.c + t2.tx,
            ty: tx * t2.b + ty * t2.d + t2.ty
        )
    }

    /// Moves, and then does this.
    public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: tx, y: ty).concatenating(self)
    }

    /// Scales, and then does this.
    public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
    }

    /// Turns, and then does this.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    /// The way back, or this change itself where there is none, as on iOS.
    public func inverted() -> CGAffineTransform {
        let area = area
        guard area != 0, area.isFinite else { return self }
        return CGAffineTransform(
            a: d / area,
            b: -b / area,
            c: -c / area,
            d: a / area,
            tx: (c * ty - d * tx) / area,
            ty: (b * tx - a * ty) / area
        )
    }

    /// What a square of 1 by 1 becomes, negative if it is mirrored.
    package var area: CGFloat { a * d - b * c }
}

extension CGPoint {
    /// The point after a change.
    public func applying(_ t: CGAffineTransform) -> CGPoint {
        CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
    }
}

extension CGRect {
    /// The rectangle as a dictionary, such as the options of attachments have.
    public var dictionaryRepresentation: NSDictionary {
        ["X": minX, "Y": minY, "Width": width, "Height": height].mapValues(Double.init)
            as NSDictionary
    }
}
