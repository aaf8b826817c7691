// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPictures
import Foundation

/// The pictures of a GIF file: each frame over what the ones before have left.
package struct GIFPlayer: Sendable {
    /// Frames beyond these pixels in all have none: a small file can hold many large ones.
    private static let mostInAll = 1 << 28

    package let file: GIFFile
    private let most: UInt64
    private var canvas = Data()
    /// What was there before the last frame, if that comes back.
    private var under: Data?
    /// How many frames are laid, and whether the last one had all its pixels.
    private var count = 0
    private var isWhole = false

    /// A player of a file whose picture, and each frame, have `most` pixels at most.
    package init(_ file: GIFFile, most: UInt64 = 1 << 26) {
        self.file = file
        self.most = most
    }

    /// The picture of a frame; nil if there is none, if it is damaged, or if it is too large.
    ///
    /// It takes as many steps as there are frames since the last one that was asked for.
    package mutating func image(at index: Int) -> CGImage? {
        guard file.frames.indices.contains(index), UInt64(file.width * file.height) <= most,
            file.frames[index].pixelsUntilHere <= Self.mostInAll
        else { return nil }
        if count == 0 || index < count - 1 {
            canvas = Data(count: file.width * file.height * 4)
            (count, under) = (0, nil)
        }
        while count <= index {
            if count > 0 { dispose(of: file.frames[count - 1]) }
            isWhole = lay(file.frames[count])
            count += 1
        }
        guard isWhole else { return nil }
        return CGImage(width: file.width, height: file.height, pixels: canvas)
    }

    private mutating func dispose(of frame: GIFFile.Frame) {
        if let under { canvas = under }
        under = nil
        let columns = min(frame.left, file.width)..<min(frame.left + frame.width, file.width)
        guard frame.disposal == 2, !columns.isEmpty else { return }
        for row in min(frame.top, file.height)..<min(frame.top + frame.height, file.height) {
            let start = row * file.width
            canvas.resetBytes(
                in: (start + columns.lowerBound) * 4..<(start + columns.upperBound) * 4
            )
        }
    }

    /// Whether the frame has all its pixels.
    private mutating func lay(_ frame: GIFFile.Frame) -> Bool {
        if frame.disposal == 3 { under = canvas }
        let area = frame.width * frame.height
        guard area > 0, UInt64(area) <= most, !frame.palette.isEmpty else { return false }
        var indices = [UInt8](repeating: 0, count: area)
        var place = picture_frame()
        (place.left, place.top) = (UInt32(frame.left), UInt32(frame.top))
        (place.width, place.height) = (UInt32(frame.width), UInt32(frame.height))
        place.is_interlaced = frame.isInterlaced
        place.transparent = frame.transparent.map(UInt32.init) ?? 256
        let (width, height) = (UInt32(file.width), UInt32(file.height))
        return unsafe file.data.withUnsafeBytes { buffer in
            let bytes = unsafe buffer.bindMemory(to: UInt8.self)
            // The file's own ranges, which lie in it.
            guard let codes = unsafe bytes[frame.codes].baseAddressOfPart,
                let palette = unsafe bytes[frame.palette].baseAddressOfPart,
                unsafe picture_unpack_gif(codes, frame.codes.count, &indices, area)
            else { return false }
            let colours = frame.palette.count / 3
            unsafe canvas.withUnsafeMutableBytes { canvas in
                guard let start = unsafe canvas.bindMemory(to: UInt8.self).baseAddress else {
                    return
                }
                unsafe picture_lay_gif(indices, &place, palette, colours, start, width, height)
            }
            return true
        }
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    fileprivate var baseAddressOfPart: UnsafePointer<UInt8>? {
        unsafe UnsafeBufferPointer(rebasing: self).baseAddress
    }
}
