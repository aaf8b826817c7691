// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The bytes of a picture, which is never decoded.
///
/// Pictures are told by their first bytes: PNG, JPEG and GIF. iOS knows more formats, refuses pictures that are
/// damaged further on, and can draw, scale and convert; this one gives back the bytes that it was made of.
open class UIImage: NSObject, @unchecked Sendable {
    // All is constant.
    private let data: Data
    private let header: ImageHeader

    /// The size in points, which are pixels.
    public let size: CGSize

    /// How many pixels there are to a point.
    public let scale: CGFloat = 1

    /// The picture of these bytes, or nil where they are none.
    public init?(data: Data) {
        guard let header = ImageHeader(reading: Array(data).span) else { return nil }
        self.data = data
        self.header = header
        size = CGSize(width: header.width, height: header.height)
    }

    /// The picture in a file, or nil where there is none.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        self.init(data: data)
    }

    /// The bytes of a picture that is PNG already; nil for others, which iOS would convert.
    open func pngData() -> Data? {
        header.format == .png ? data : nil
    }

    /// The bytes of a picture that is JPEG already, whatever the quality; nil for others, which iOS would convert.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        header.format == .jpeg ? data : nil
    }
}
