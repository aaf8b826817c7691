// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import PictureShims

/// A picture: the file that it was read from, or its pixels.
///
/// PNG and JPEG files are decoded when pixels are asked for. A GIF has a size alone. iOS knows more
/// formats, and draws.
open class UIImage: NSObject, @unchecked Sendable {
    // All is constant.
    private let file: (data: Data, format: ImageHeader.Format)?
    private let given: CGImage?

    /// The size in points, which are pixels.
    public let size: CGSize

    /// The number of pixels to a point.
    public let scale: CGFloat = 1

    /// Takes a file's data; nil unless it begins as a PNG, JPEG or GIF file.
    ///
    /// iOS refuses pictures that are damaged further on; here they have no pixels.
    public init?(data: Data) {
        guard let header = ImageHeader(reading: data.span) else { return nil }
        file = (data, header.format)
        given = nil
        size = CGSize(width: header.width, height: header.height)
    }

    /// Takes pixels.
    public init(cgImage: CGImage) {
        file = nil
        given = cgImage
        size = CGSize(width: cgImage.width, height: cgImage.height)
    }

    /// Reads a file; nil if there is none, or as in ``init(data:)``.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        self.init(data: data)
    }

    /// The pixels; nil of a GIF, of a damaged file, and of more than 64 million.
    open var cgImage: CGImage? { given ?? file.flatMap { CGImage(decoding: $0.data) } }

    /// Returns the file if it is PNG, and else makes one; nil without pixels.
    open func pngData() -> Data? {
        if let file, file.format == .png { return file.data }
        return cgImage?.pngData
    }

    /// Makes a JPEG file, on white; nil without pixels.
    ///
    /// - Parameter compressionQuality: From 0, the smallest file, to 1.
    /// - Returns: The file.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        cgImage?.jpegData(quality: compressionQuality)
    }

    /// Scales the picture down; nil without pixels, or if a side would grow.
    open func preparingThumbnail(of size: CGSize) -> UIImage? {
        let (width, height) = (size.width.rounded(), size.height.rounded())
        guard let width = Int(exactly: width), let height = Int(exactly: height) else { return nil }
        return cgImage?.shrunk(to: width, height).map(UIImage.init(cgImage:))
    }
}
