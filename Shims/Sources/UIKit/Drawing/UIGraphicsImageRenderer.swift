// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import PictureShims

/// The settings of a renderer.
open class UIGraphicsImageRendererFormat: NSObject {
    /// Which colours there are, which are always the standard ones here.
    public enum Range: Int, Sendable {
        /// As the system likes it.
        case unspecified = -1
        /// As the screen has them.
        case automatic
        /// More than the standard ones.
        case extended
        /// The standard ones.
        case standard
    }

    /// The number of pixels to a point: the screen's, unless told.
    open var scale: CGFloat = UIScreen.main.scale
    /// Whether what is not drawn is black instead of clear.
    open var opaque = false
    /// Which colours there are, which changes nothing here.
    open var preferredRange = Range.standard
    /// What is drawn, in points.
    open internal(set) var bounds = CGRect.zero

    /// The settings of the screen.
    override public required init() {}

    /// The settings of the screen.
    open class func `default`() -> Self { self.init() }

    /// The settings of the screen.
    open class func preferred() -> Self { self.init() }
}

/// What a renderer draws in.
open class UIGraphicsImageRendererContext: NSObject {
    /// What is drawn in.
    public let cgContext: CGContext
    /// The settings.
    public let format: UIGraphicsImageRendererFormat

    init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
        (cgContext, self.format) = (context, format)
    }

    /// What was drawn until now.
    open var currentImage: UIImage { UIImage(drawnIn: cgContext) ?? UIImage() }

    /// Fills a rectangle.
    open func fill(_ rect: CGRect) { cgContext.fill(rect) }

    /// Fills a rectangle in some way.
    open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.saveGState()
        cgContext.setBlendMode(blendMode)
        cgContext.fill(rect)
        cgContext.restoreGState()
    }

    /// Draws a line of one point inside a rectangle.
    open func stroke(_ rect: CGRect) { cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1) }

    /// From now on only what is inside a rectangle is drawn.
    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes pictures of what is drawn.
///
/// Without pixels, as of no size or of more than 64 million, the result is a picture of no size or
/// an empty file; a line on standard error tells of what is too large.
open class UIGraphicsImageRenderer: NSObject {
    /// The settings.
    public let format: UIGraphicsImageRendererFormat

    /// A renderer of a rectangle.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.format = UIGraphicsImageRendererFormat()
        self.format.scale = format.scale > 0 ? format.scale : UIScreen.main.scale
        self.format.opaque = format.opaque
        self.format.preferredRange = format.preferredRange
        self.format.bounds = bounds
    }

    /// A renderer of a rectangle, with the screen's settings.
    public convenience init(bounds: CGRect) {
        self.init(bounds: bounds, format: .preferred())
    }

    /// A renderer of a size.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// A renderer of a size, with the screen's settings.
    public convenience init(size: CGSize) {
        self.init(size: size, format: .preferred())
    }

    /// Makes a picture of what `actions` draws.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        drawn(actions) ?? UIImage()
    }

    /// Makes a PNG file of what `actions` draws.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        drawn(actions)?.pngData() ?? Data()
    }

    /// Makes a JPEG file of what `actions` draws, of a quality from 0 to 1.
    open func jpegData(
        withCompressionQuality compressionQuality: CGFloat,
        actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data {
        drawn(actions)?.jpegData(compressionQuality: compressionQuality) ?? Data()
    }

    private func drawn(_ actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage? {
        let context = CGContext(format.bounds, scale: format.scale, isOpaque: format.opaque)
        UIGraphicsPushContext(context)
        actions(UIGraphicsImageRendererContext(context, format))
        UIGraphicsPopContext()
        return UIImage(drawnIn: context)
    }
}
