// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import PictureShims

/// A picture: the file that it was read from, its pixels, or the pictures of an animation.
///
/// PNG and JPEG files, and the first frames of GIF files, are decoded when pixels are asked for.
/// iOS knows more formats.
open class UIImage: NSObject, @unchecked Sendable {
    /// How the pixels are turned when the picture is shown.
    public enum Orientation: Int, Sendable {
        /// As they are.
        case up
        /// By half a turn.
        case down
        /// By a quarter against the clock.
        case left
        /// By a quarter with the clock.
        case right
        /// Mirrored, left for right.
        case upMirrored
        /// Mirrored, and by half a turn.
        case downMirrored
        /// Mirrored, and by a quarter with the clock.
        case leftMirrored
        /// Mirrored, and by a quarter against the clock.
        case rightMirrored

        /// Whether rows become columns.
        var isAcross: Bool {
            switch self {
            case .left, .right, .leftMirrored, .rightMirrored: true
            case .up, .down, .upMirrored, .downMirrored: false
            }
        }
    }

    // All is constant.
    private let file: (data: Data, format: ImageHeader.Format)?
    private let given: CGImage?

    /// The number of pixels to a point; 1 unless told.
    public let scale: CGFloat

    /// How the pixels are turned; a file's own note of that is not read.
    public let imageOrientation: Orientation

    /// The pictures of an animation.
    public let images: [UIImage]?

    /// How long the animation takes, in seconds.
    public let duration: TimeInterval

    /// The size in pixels, turned.
    private let extent: CGSize

    private init(
        file: (data: Data, format: ImageHeader.Format)?,
        given: CGImage?,
        extent: CGSize,
        scale: CGFloat,
        orientation: Orientation = .up,
        images: [UIImage]? = nil,
        duration: TimeInterval = 0
    ) {
        (self.file, self.given, self.extent) = (file, given, extent)
        self.scale = scale > 0 ? scale : 1
        imageOrientation = orientation
        (self.images, self.duration) = (images, duration)
    }

    /// A picture of no size.
    override public convenience init() {
        self.init(file: nil, given: nil, extent: .zero, scale: 1)
    }

    /// Takes a file's data, with a number of pixels to a point; nil unless it begins as a PNG, JPEG
    /// or GIF file.
    ///
    /// iOS refuses pictures that are damaged further on; here they have no pixels.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let header = ImageHeader(reading: data.span) else { return nil }
        self.init(
            file: (data, header.format),
            given: nil,
            extent: CGSize(width: header.width, height: header.height),
            scale: scale
        )
    }

    /// Takes a file's data, as ``init(data:scale:)`` with a pixel to a point.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// Takes pixels, and how they are turned.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        let (width, height) = (cgImage.width, cgImage.height)
        self.init(
            file: nil,
            given: cgImage,
            extent: orientation.isAcross
                ? CGSize(width: height, height: width) : CGSize(width: width, height: height),
            scale: scale,
            orientation: orientation
        )
    }

    /// Takes pixels.
    public convenience init(cgImage: CGImage) {
        self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    /// Reads a file; nil if there is none, or as in ``init(data:)``.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        self.init(data: data)
    }

    /// Makes an animation, which has the size and the pixels of its first picture; nil of none.
    ///
    /// - Parameters:
    ///   - images: The pictures.
    ///   - duration: How long all are shown, in seconds; 0 is a thirtieth for each.
    /// - Returns: The animation.
    open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        guard let first = images.first else { return nil }
        return UIImage(
            file: first.file,
            given: first.given,
            extent: first.extent,
            scale: first.scale,
            orientation: first.imageOrientation,
            images: images,
            duration: duration == 0 ? Double(images.count) / 30 : duration
        )
    }

    /// The size in points.
    public var size: CGSize { CGSize(width: extent.width / scale, height: extent.height / scale) }

    /// The pixels, not turned; nil of a damaged file, and of more than 64 million or, of a GIF, 2
    /// million.
    open var cgImage: CGImage? { given ?? file.flatMap { CGImage(decoding: $0.data) } }

    /// Returns the file if it is PNG, and else makes one of the pixels, not turned; nil without
    /// pixels.
    open func pngData() -> Data? {
        if let file, file.format == .png { return file.data }
        return cgImage?.pngData
    }

    /// Makes a JPEG file, on white and turned; nil without pixels.
    ///
    /// - Parameter compressionQuality: From 0, the smallest file, to 1.
    /// - Returns: The file.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        let upright = imageOrientation == .up ? cgImage : turned
        return upright?.jpegData(quality: compressionQuality)
    }

    /// Scales the picture down; nil without pixels, or if a side would grow.
    open func preparingThumbnail(of size: CGSize) -> UIImage? {
        let (width, height) = (size.width.rounded(), size.height.rounded())
        guard let width = Int(exactly: width), let height = Int(exactly: height) else { return nil }
        return cgImage?.shrunk(to: width, height).map { UIImage(cgImage: $0) }
    }

    /// The pixels as they are shown.
    private var turned: CGImage? {
        guard let cgImage else { return nil }
        let bounds = CGRect(origin: .zero, size: extent)
        let context = CGContext(bounds, scale: 1, isOpaque: false)
        context.draw(cgImage, by: imageOrientation.placement(in: bounds))
        return context.makeImage()
    }
}
