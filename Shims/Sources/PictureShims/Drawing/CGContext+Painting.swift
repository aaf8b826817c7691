// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPictures
public import Foundation

extension CGContext {
    /// Fills an outline whose points are pixels.
    package func fill(_ outline: Outline, by rule: CGPathFillRule) {
        unsafe paint(outline.contours, by: rule, paint(state.fill))
    }

    /// Draws the line of an outline whose points are pixels; the width is in points.
    package func stroke(_ outline: Outline, width: CGFloat) {
        let width = width * abs(ctm.area).squareRoot()
        let contours = outline.contours.flatMap { $0.stroked(width) }
        unsafe paint(contours, by: .winding, paint(state.stroke))
    }

    /// From now on only what is inside an outline is drawn, whose points are pixels.
    package func clip(_ outline: Outline, by rule: CGPathFillRule) {
        let edges = outline.contours.flatMap(\.edges)
        var clip = state.clip ?? Data(repeating: 255, count: width * height)
        let isDone = unsafe clip.withUnsafeMutableBytes { clip in
            var canvas = unsafe picture_canvas(
                width: UInt32(width),
                height: UInt32(height),
                pixels: nil,
                clip: clip.bindMemory(to: UInt8.self).baseAddress
            )
            return unsafe picture_clip(&canvas, edges, edges.count, rule == .evenOdd)
        }
        if !isDone, width > 0 { DrawingNotice.tell("no memory to clip a picture") }
        state.clip = clip
    }

    /// Draws a picture in a rectangle, its first row at the largest y: upside down where y grows
    /// downwards, as on iOS.
    public func draw(_ image: CGImage, in rect: CGRect) {
        draw(
            image,
            by: CGAffineTransform(
                a: rect.width,
                b: 0,
                c: 0,
                d: -rect.height,
                tx: rect.minX,
                ty: rect.maxY
            )
        )
    }

    /// Draws a picture where a change takes the square of 1 by 1, its first row at the smallest y.
    package func draw(_ image: CGImage, by placement: CGAffineTransform) {
        let place = placement.concatenating(ctm)
        guard place.area != 0, place.area.isFinite else { return }
        // Each pixel of the result is the mean of those that it stands for.
        func side(_ length: CGFloat, _ pixels: Int) -> Int {
            max(1, Int(min(length.rounded(.up), CGFloat(pixels))))
        }
        let columns = side(hypot(place.a, place.b), image.width)
        let rows = side(hypot(place.c, place.d), image.height)
        let isSmaller = columns < image.width || rows < image.height
        let source = isSmaller ? image.shrunk(to: columns, rows) ?? image : image
        let way = place.inverted().concatenating(
            CGAffineTransform(scaleX: CGFloat(source.width), y: CGFloat(source.height))
        )
        var paint = unsafe paint(CGColor(gray: 0, alpha: 1))
        unsafe (paint.width, paint.height) = (UInt32(source.width), UInt32(source.height))
        unsafe (paint.x0, paint.x_by_column, paint.x_by_row) = (way.tx, way.a, way.c)
        unsafe (paint.y0, paint.y_by_column, paint.y_by_row) = (way.ty, way.b, way.d)
        var pixels = source.pixels
        unsafe pixels.withUnsafeMutableBytes { buffer in
            let bytes = unsafe buffer.bindMemory(to: UInt8.self)
            guard let start = bytes.baseAddress else { return }
            unsafe picture_multiply(start, bytes.count / 4)
        }
        var square = Outline()
        square.add(CGRect(x: 0, y: 0, width: 1, height: 1))
        unsafe self.paint(square.applying(place).contours, by: .winding, paint, pixels)
    }

    private func paint(_ color: CGColor) -> picture_paint {
        var paint = unsafe picture_paint()
        unsafe paint.colour = color.bytes
        unsafe paint.alpha = UInt8((state.alpha.unit * 255).rounded())
        unsafe (paint.source, paint.target) = state.mode.factors
        return unsafe paint
    }

    private func paint(
        _ contours: [Contour],
        by rule: CGPathFillRule,
        _ paint: picture_paint,
        _ source: Data? = nil
    ) {
        let edges = contours.flatMap(\.edges)
        let clip = state.clip
        var paint = unsafe paint
        let isDone = unsafe pixels.withUnsafeMutableBytes { pixels in
            unsafe (clip ?? Data()).withUnsafeBytes { mask in
                unsafe (source ?? Data()).withUnsafeBytes { source in
                    let mask = unsafe UnsafeMutablePointer(
                        mutating: mask.bindMemory(to: UInt8.self).baseAddress
                    )
                    var canvas = unsafe picture_canvas(
                        width: UInt32(width),
                        height: UInt32(height),
                        pixels: pixels.bindMemory(to: UInt8.self).baseAddress,
                        clip: clip == nil ? nil : mask
                    )
                    if unsafe paint.width > 0 {
                        unsafe paint.pixels = source.bindMemory(to: UInt8.self).baseAddress
                    }
                    return unsafe picture_draw(
                        &canvas,
                        edges,
                        edges.count,
                        rule == .evenOdd,
                        &paint
                    )
                }
            }
        }
        if !isDone { DrawingNotice.tell("no memory to draw in a picture") }
    }
}
