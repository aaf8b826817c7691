// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPictures
public import Foundation

/// A picture as its pixels.
public final class CGImage: Sendable {
    /// The number of pixels in a row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// Four bytes a pixel: red, green, blue and alpha.
    package let pixels: Data

    /// Takes pixels of four bytes; nil if they are not as many as the sides say.
    package init?(width: Int, height: Int, pixels: Data) {
        let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !isTooLarge, count == pixels.count / 4 else { return nil }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    private init(taking picture: picture) {
        unsafe (width, height) = (Int(picture.width), Int(picture.height))
        let count = width * height * 4
        pixels =
            if let start = unsafe picture.pixels {
                unsafe Data(bytesNoCopy: start, count: count, deallocator: .free)
            } else {
                Data()
            }
    }

    /// Decodes a PNG or JPEG file, or the first frame of a GIF; nil if it is none of these, is
    /// damaged, or is too large.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - side: The length of the longer side of the result, unless the picture is smaller; 0
    ///     leaves its size.
    ///   - most: The most pixels that the file may have: 256 MiB if all are kept. A GIF has fewer.
    package convenience init?(decoding data: Data, side: Int = 0, most: UInt64 = 1 << 26) {
        guard let format = ImageHeader(reading: data.span)?.format else { return nil }
        if format == .gif {
            guard let file = GIFFile(reading: data) else { return nil }
            var player = GIFPlayer(file, most: most)
            guard let image = player.image(at: 0)?.fitting(side) else { return nil }
            self.init(width: image.width, height: image.height, pixels: image.pixels)
            return
        }
        let side = UInt32(clamping: side)
        var result = unsafe picture()
        let isRead = unsafe data.withUnsafeBytes { buffer in
            guard let start = unsafe buffer.bindMemory(to: UInt8.self).baseAddress else {
                return false
            }
            return switch format {
            case .png: unsafe picture_read_png(start, buffer.count, side, most, &result)
            case .jpeg: unsafe picture_read_jpeg(start, buffer.count, side, most, &result)
            // It is read above.
            case .gif: false
            }
        }
        guard isRead else { return nil }
        unsafe self.init(taking: result)
    }

    /// The picture with no side longer than `side`, or in its size if that is 0.
    package func fitting(_ side: Int) -> CGImage? {
        let longest = max(width, height)
        guard side > 0, side < longest else { return self }
        func scaled(_ length: Int) -> Int { max(1, (length * side + longest / 2) / longest) }
        return shrunk(to: scaled(width), scaled(height))
    }

    /// The part of the picture in a rectangle of pixels; nil where there is none.
    public func cropping(to rect: CGRect) -> CGImage? {
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        guard [rect.minX, rect.maxX, rect.minY, rect.maxY].allSatisfy(\.isFinite) else {
            return nil
        }
        let part = rect.integral.intersection(whole)
        guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
        let (columns, top) = (Int(part.minX)..<Int(part.maxX), Int(part.minY))
        var cropped = Data(capacity: columns.count * Int(part.height) * 4)
        for row in top..<top + Int(part.height) {
            let start = pixels.startIndex + row * width * 4
            cropped += pixels[start + columns.lowerBound * 4..<start + columns.upperBound * 4]
        }
        return CGImage(width: columns.count, height: Int(part.height), pixels: cropped)
    }

    /// Scales the picture down; nil if it would grow or vanish.
    package func shrunk(to width: Int, _ height: Int) -> CGImage? {
        guard let columns = UInt32(exactly: width), let rows = UInt32(exactly: height) else {
            return nil
        }
        var result = unsafe picture()
        let isDone = unsafe withPixels { start, width, height in
            unsafe picture_shrink(start, width, height, columns, rows, &result)
        }
        return isDone ? unsafe CGImage(taking: result) : nil
    }

    /// Makes a PNG file.
    package var pngData: Data? {
        var file = unsafe picture_file()
        let isDone = unsafe withPixels { start, width, height in
            unsafe picture_write_png(start, width, height, &file)
        }
        return isDone ? unsafe Data(taking: file) : nil
    }

    /// Makes a JPEG file of a quality from 0 to 1.
    package func jpegData(quality: Double) -> Data? {
        let percent = quality.isNaN ? 0 : Int32((min(max(quality, 0), 1) * 100).rounded())
        var file = unsafe picture_file()
        let isDone = unsafe withPixels { start, width, height in
            unsafe picture_write_jpeg(start, width, height, percent, &file)
        }
        return isDone ? unsafe Data(taking: file) : nil
    }

    /// Makes the part of a GIF file that is one picture, and tells the index of what is not seen.
    package var gifPart: (data: Data, transparent: UInt8)? {
        var file = unsafe picture_file()
        var transparent: UInt8 = 0
        let isDone = unsafe withPixels { start, width, height in
            unsafe picture_pack_gif(start, width, height, &transparent, &file)
        }
        guard isDone, let data = unsafe Data(taking: file) else { return nil }
        return (data, transparent)
    }

    private func withPixels(_ body: (UnsafePointer<UInt8>, UInt32, UInt32) -> Bool) -> Bool {
        unsafe pixels.withUnsafeBytes { buffer in
            guard let start = unsafe buffer.bindMemory(to: UInt8.self).baseAddress else {
                return false
            }
            return unsafe body(start, UInt32(width), UInt32(height))
        }
    }
}

extension Data {
    fileprivate init?(taking file: picture_file) {
        guard let start = unsafe file.bytes else { return nil }
        unsafe self.init(bytesNoCopy: start, count: file.count, deallocator: .free)
    }
}
