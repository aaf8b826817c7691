// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a text is measured and drawn in a rectangle, which changes nothing here: lines break.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Options of their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The text may have several lines.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
    /// The space between lines counts.
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
}

/// What a text needed to be drawn, which is not told.
public final class NSStringDrawingContext: NSObject {}

extension NSAttributedString {
    /// The size of the text, whose lines end where it has breaks.
    public func size() -> CGSize { TextLayout(self).size }

    /// Draws the text, whose lines end where it has breaks; a point is its corner, top and left.
    public func draw(at point: CGPoint) {
        let everything = CGSize(width: CGFloat.infinity, height: .infinity)
        TextLayout(self).draw(in: CGRect(origin: point, size: everything))
    }

    /// Draws the text in a rectangle; lines break between words, and those below it are not drawn.
    public func draw(in rect: CGRect) { TextLayout(self, width: rect.width).draw(in: rect) }

    /// Draws the text in a rectangle.
    public func draw(
        with rect: CGRect,
        options: NSStringDrawingOptions = [],
        context: NSStringDrawingContext?
    ) {
        draw(in: rect)
    }

    /// The rectangle that the text needs, whose lines break at a width.
    public func boundingRect(
        with size: CGSize,
        options: NSStringDrawingOptions = [],
        context: NSStringDrawingContext?
    ) -> CGRect {
        CGRect(origin: .zero, size: TextLayout(self, width: size.width).size)
    }
}

extension String {
    /// The size of the text, whose lines end where it has breaks.
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        NSAttributedString(string: self, attributes: attrs).size()
    }

    /// Draws the text, whose lines end where it has breaks; a point is its corner, top and left.
    public func draw(
        at point: CGPoint,
        withAttributes attrs: [NSAttributedString.Key: Any]? = nil
    ) {
        NSAttributedString(string: self, attributes: attrs).draw(at: point)
    }

    /// Draws the text in a rectangle; lines break between words, and those below it are not drawn.
    public func draw(
        in rect: CGRect,
        withAttributes attrs: [NSAttributedString.Key: Any]? = nil
    ) {
        NSAttributedString(string: self, attributes: attrs).draw(in: rect)
    }

    /// Draws the text in a rectangle.
    public func draw(
        with rect: CGRect,
        options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        draw(in: rect, withAttributes: attributes)
    }

    /// The rectangle that the text needs, whose lines break at a width.
    public func boundingRect(
        with size: CGSize,
        options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        NSAttributedString(string: self, attributes: attributes)
            .boundingRect(with: size, options: options, context: context)
    }
}

extension NSString {
    /// The size of the text, whose lines end where it has breaks.
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        (self as String).size(withAttributes: attrs)
    }

    /// Draws the text, whose lines end where it has breaks; a point is its corner, top and left.
    public func draw(
        at point: CGPoint,
        withAttributes attrs: [NSAttributedString.Key: Any]? = nil
    ) {
        (self as String).draw(at: point, withAttributes: attrs)
    }

    /// Draws the text in a rectangle; lines break between words, and those below it are not drawn.
    public func draw(
        in rect: CGRect,
        withAttributes attrs: [NSAttributedString.Key: Any]? = nil
    ) {
        (self as String).draw(in: rect, withAttributes: attrs)
    }

    /// Draws the text in a rectangle.
    public func draw(
        with rect: CGRect,
        options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        draw(in: rect, withAttributes: attributes)
    }

    /// The rectangle that the text needs, whose lines break at a width.
    public func boundingRect(
        with size: CGSize,
        options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        (self as String).boundingRect(
            with: size,
            options: options,
            attributes: attributes,
            context: context
        )
    }
}
