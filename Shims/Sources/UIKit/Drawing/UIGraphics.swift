// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import PictureShims

/// The contexts that a thread draws in; the last one is current.
enum ContextStack {
    private static let key = "SealedPush.UIGraphics"

    static var contexts: [CGContext] {
        get { Thread.current.threadDictionary[key] as? [CGContext] ?? [] }
        set { Thread.current.threadDictionary[key] = newValue.isEmpty ? nil : newValue }
    }
}

/// The context that this thread draws in.
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.contexts.last }

/// Draws in a context from now on.
public func UIGraphicsPushContext(_ context: CGContext) { ContextStack.contexts.append(context) }

/// Draws in the context before, from now on.
public func UIGraphicsPopContext() { _ = ContextStack.contexts.popLast() }

/// Begins a picture of a size in points; a scale of 0 is the screen's.
public func UIGraphicsBeginImageContextWithOptions(
    _ size: CGSize,
    _ opaque: Bool,
    _ scale: CGFloat
) {
    let scale = scale == 0 ? UIScreen.main.scale : scale
    let bounds = CGRect(origin: .zero, size: size)
    UIGraphicsPushContext(CGContext(bounds, scale: scale, isOpaque: opaque))
}

/// Begins a picture of a size in points, which are pixels.
public func UIGraphicsBeginImageContext(_ size: CGSize) {
    UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// Makes a picture of what was drawn until now; nil where nothing was begun.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    UIGraphicsGetCurrentContext().flatMap { UIImage(drawnIn: $0) }
}

/// Ends the picture that was begun last.
public func UIGraphicsEndImageContext() { UIGraphicsPopContext() }

/// Fills a rectangle.
public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }

/// From now on only what is inside a rectangle is drawn.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

extension UIImage {
    /// What was drawn in a context until now; nil if that has no pixels.
    convenience init?(drawnIn context: CGContext) {
        guard let image = context.makeImage() else { return nil }
        self.init(cgImage: image, scale: context.scale, orientation: .up)
    }
}
