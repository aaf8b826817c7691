// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPictures
package import Foundation

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

    /// Decodes a PNG or JPEG file; nil if it is neither, damaged, or too large.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - side: The length of the longer side of the result, unless the picture is smaller; 0
    ///     leaves its size.
    ///   - most: The most pixels that the file may have: 256 MiB if all are kept.
    package convenience init?(decoding data: Data, side: Int = 0, most: UInt64 = 1 << 26) {
        guard let format = ImageHeader(reading: data.span)?.format else { return nil }
        let side = UInt32(clamping: side)
        var result = unsafe picture()
        let isRead = unsafe data.withUnsafeBytes { buffer in
            guard let start = unsafe buffer.bindMemory(to: UInt8.self).baseAddress else {
                return false
            }
            return switch format {
            case .png: unsafe picture_read_png(start, buffer.count, side, most, &result)
            case .jpeg: unsafe picture_read_jpeg(start, buffer.count, side, most, &result)
            case .gif: false
            }
        }
        guard isRead else { return nil }
        unsafe self.init(taking: result)
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
