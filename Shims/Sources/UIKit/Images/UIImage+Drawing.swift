// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import PictureShims

extension UIImage {
    /// The settings of a renderer that makes pictures as this one.
    public var imageRendererFormat: UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        return format
    }

    /// Draws the picture in its size.
    ///
    /// - Parameter point: Where its first pixel is.
    public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

    /// Draws the picture in its size, in some way and as opaque as told.
    public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }

    /// Draws the picture, scaled to a rectangle.
    public func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

    /// Draws the picture, scaled to a rectangle, in some way and as opaque as told.
    ///
    /// One without pixels draws nothing; a line on standard error tells of it.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        guard let cgImage else {
            return DrawingNotice.tell("a picture that is damaged or too large can't be drawn")
        }
        context.saveGState()
        context.setBlendMode(blendMode)
        context.setAlpha(alpha)
        context.draw(cgImage, by: imageOrientation.placement(in: rect))
        context.restoreGState()
    }
}

extension UIImage.Orientation {
    /// Takes the square of 1 by 1, in which the pixels lie as they are, to a rectangle.
    func placement(in rect: CGRect) -> CGAffineTransform {
        let turn =
            switch self {
            case .up: CGAffineTransform.identity
            case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
            case .left: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
            case .right: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
            case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
            case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
            case .leftMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            case .rightMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
            }
        return turn.concatenating(
            CGAffineTransform(
                a: rect.width,
                b: 0,
                c: 0,
                d: rect.height,
                tx: rect.minX,
                ty: rect.minY
            )
        )
    }
}
