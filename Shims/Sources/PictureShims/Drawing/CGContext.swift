// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPictures
public import Foundation

/// How carefully pictures are scaled, which is always the same here.
public enum CGInterpolationQuality: Int32, Sendable {
    /// As the system likes it.
    case `default`
    /// Not at all.
    case none
    /// A little.
    case low
    /// More.
    case medium
    /// Most.
    case high
}

/// How a path is drawn.
public enum CGPathDrawingMode: Int32, Sendable {
    /// What is inside.
    case fill
    /// What is inside, parts within parts being holes.
    case eoFill
    /// Its line.
    case stroke
    /// What is inside, and then its line.
    case fillStroke
    /// What is inside, with holes, and then its line.
    case eoFillStroke
}

/// Pixels to draw on, as UIKit's renderers make them: places are in points, y grows downwards.
///
/// Shapes, pictures, clipping, transforms and the ways of ``CGBlendMode`` are drawn. Shadows,
/// gradients, patterns, masks, dashes, and joins and caps of lines other than pointed and flat ones
/// are absent.
public final class CGContext {
    struct State {
        var transform: CGAffineTransform
        /// How much of each pixel may be drawn on; nil for all.
        var clip: Data?
        var fill = CGColor(gray: 0, alpha: 1)
        var stroke = CGColor(gray: 0, alpha: 1)
        var lineWidth: CGFloat = 1
        var alpha: CGFloat = 1
        var mode = CGBlendMode.normal
    }

    /// The most pixels of a context: 256 MiB.
    private static let most = 1 << 26

    /// The number of pixels in a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// How carefully pictures are scaled, which changes nothing here.
    public var interpolationQuality = CGInterpolationQuality.default
    private let isOpaque: Bool
    /// The number of pixels to a point at the beginning.
    package let scale: CGFloat
    /// Multiplied by their alpha.
    var pixels: Data
    var state: State
    private var saved: [State] = []
    /// The path, in pixels.
    var path = Outline()

    /// Makes a context of some points; of more than 64 million pixels, in all or along a side, it
    /// has none, which is told.
    package init(_ bounds: CGRect, scale: CGFloat, isOpaque: Bool) {
        let columns = (bounds.width * scale).rounded(.up)
        let rows = (bounds.height * scale).rounded(.up)
        // A side of no length must not hide that the other one is too long.
        let (sides, most) = (0...CGFloat(Self.most), CGFloat(Self.most))
        if sides.contains(columns), sides.contains(rows), columns * rows <= most {
            (width, height) = (Int(columns), Int(rows))
        } else {
            (width, height) = (0, 0)
            DrawingNotice.tell("a picture of \(columns) by \(rows) pixels can't be made")
        }
        (self.isOpaque, self.scale) = (isOpaque, scale)
        pixels = Data(count: width * height * 4)
        state = State(
            transform: CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY)
                .concatenating(CGAffineTransform(scaleX: scale, y: scale))
        )
        blackenBehind()
    }

    /// Puts black behind everything if the picture is to be opaque.
    private func blackenBehind() {
        guard isOpaque else { return }
        saveGState()
        (state.transform, state.clip, state.alpha) = (.identity, nil, 1)
        (state.fill, state.mode) = (CGColor(gray: 0, alpha: 1), .destinationOver)
        fill(CGRect(x: 0, y: 0, width: width, height: height))
        restoreGState()
    }

    /// The pixels as a picture; nil if there are none.
    public func makeImage() -> CGImage? {
        blackenBehind()
        var pixels = pixels
        unsafe pixels.withUnsafeMutableBytes { buffer in
            let bytes = unsafe buffer.bindMemory(to: UInt8.self)
            guard let start = bytes.baseAddress else { return }
            unsafe picture_divide(start, width * height)
        }
        return CGImage(width: width, height: height, pixels: pixels)
    }

    // MARK: - State

    /// Keeps the settings until ``restoreGState()``.
    public func saveGState() { saved.append(state) }

    /// Takes the settings back that were kept last.
    public func restoreGState() { state = saved.popLast() ?? state }

    /// The change from points to pixels.
    public var ctm: CGAffineTransform { state.transform }

    /// Changes places from now on.
    public func concatenate(_ transform: CGAffineTransform) {
        state.transform = transform.concatenating(state.transform)
    }

    /// Moves what is drawn from now on.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {
        concatenate(CGAffineTransform(translationX: tx, y: ty))
    }

    /// Scales what is drawn from now on.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
        concatenate(CGAffineTransform(scaleX: sx, y: sy))
    }

    /// Turns what is drawn from now on, by an angle in radians.
    public func rotate(by angle: CGFloat) {
        concatenate(CGAffineTransform(rotationAngle: angle))
    }

    /// Sets the colour of what is filled.
    public func setFillColor(_ color: CGColor) { state.fill = color }

    /// Sets the colour of what is filled.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.fill = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Sets the colour of lines.
    public func setStrokeColor(_ color: CGColor) { state.stroke = color }

    /// Sets the colour of lines.
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.stroke = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Sets the width of lines.
    public func setLineWidth(_ width: CGFloat) { state.lineWidth = width }

    /// Sets how opaque everything is that is drawn.
    public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha }

    /// Sets how things are laid over what is there.
    public func setBlendMode(_ mode: CGBlendMode) { state.mode = mode }
}
