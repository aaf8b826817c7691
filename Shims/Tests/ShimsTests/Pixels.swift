// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PictureShims
import UIKit

/// Looks at single pixels.
struct Pixels {
    private let image: CGImage?

    init(_ image: UIImage?) {
        self.image = image?.cgImage
    }

    /// Makes a picture whose pixel is a point, and looks at it.
    static func drawn(
        _ width: CGFloat,
        _ height: CGFloat,
        isOpaque: Bool = false,
        _ actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Pixels {
        let format = UIGraphicsImageRendererFormat()
        (format.scale, format.opaque) = (1, isOpaque)
        let size = CGSize(width: width, height: height)
        return Pixels(UIGraphicsImageRenderer(size: size, format: format).image(actions: actions))
    }

    /// A pixel's red, green, blue and alpha; empty where there is none.
    subscript(_ x: Int, _ y: Int) -> [UInt8] {
        guard let image, (0..<image.width).contains(x), (0..<image.height).contains(y) else {
            return []
        }
        let start = image.pixels.startIndex + (y * image.width + x) * 4
        return Array(image.pixels[start..<start + 4])
    }

    /// How much is drawn, as a number of pixels.
    var area: Double {
        guard let image else { return 0 }
        let alphas = stride(from: image.pixels.startIndex + 3, to: image.pixels.endIndex, by: 4)
        return alphas.reduce(0) { $0 + Double(image.pixels[$1]) / 255 }
    }

    /// Each pixel as a sign: `#` is drawn, `.` is not, `+` is between.
    var rows: [String] {
        guard let image else { return [] }
        return (0..<image.height).map { y in
            (0..<image.width).map { x in
                switch self[x, y][3] {
                case 0: "."
                case 255: "#"
                default: "+"
                }
            }.joined()
        }
    }

    /// The bytes of the pixels, row by row.
    var bytes: Data? { image?.pixels }
}
