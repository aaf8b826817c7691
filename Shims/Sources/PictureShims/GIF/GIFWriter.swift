// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPictures
package import Foundation

/// A GIF file that is made of pictures.
package enum GIFWriter {
    /// Makes a file; nil without pictures, or if a side is longer than 65,535 pixels.
    ///
    /// A picture of up to 255 colours keeps them; of others each pixel becomes the nearest of 252
    /// colours. Pixels of which less than a half is seen are not seen at all.
    ///
    /// - Parameters:
    ///   - frames: The pictures, and how many seconds each is shown.
    ///   - loopCount: How often all are shown, 0 for ever; nil is once, as the file does not say.
    /// - Returns: The file.
    package static func file(
        of frames: [(image: CGImage, delay: Double)],
        loopCount: Int?
    ) -> Data? {
        guard let width = frames.map(\.image.width).max(),
            let height = frames.map(\.image.height).max()
        else { return nil }
        var file = Data("GIF89a".utf8)
        file += bytes(width) + bytes(height) + [0x70, 0, 0]
        if let loopCount {
            file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + bytes(loopCount) + [0]
        }
        for (image, delay) in frames {
            guard let part = image.gifPart else { return nil }
            let hundredths = delay.isNaN ? 0 : Int(min(max(delay * 100, 0), 65_535).rounded())
            // What the frame shows goes before the next one, which may have gaps.
            file += [0x21, 0xF9, 4, 2 << 2 | 1] + bytes(hundredths) + [part.transparent, 0]
            file += part.data
        }
        return file + [0x3B]
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        let number = UInt16(clamping: number)
        return [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
    }
}
