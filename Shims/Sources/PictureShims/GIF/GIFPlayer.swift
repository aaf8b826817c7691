// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPictures
import Foundation

/// The pictures of a GIF file: each frame over what the ones before have left.
package struct GIFPlayer: Sendable {
    /// The most pixels of the picture, and of a frame: those of a full HD screen.
    ///
    /// The canvas, the indices of a frame and what it covers take 18 MiB then, and an extension has
    /// 24.
    static let mostPixels: UInt64 = 1 << 21

    /// The most pixels that are unpacked, kept, brought back, cleared and handed out from the first
    /// frame on, as a small file can hold many frames, and a small frame lie in a large picture.
    package static let mostWork = 1 << 28

    package let file: GIFFile
    /// The pixels that were worked on since the first frame.
    package private(set) var work = 0
    private let most: UInt64
    private var canvas = Data()
    /// What was in the place of the last frame before it, row after row, if that comes back.
    private var under: Data?
    /// How many frames are laid, and whether the last one had all its pixels.
    private var count = 0
    private var isWhole = false
    /// Whether the picture was handed out since the last frame was laid.
    private var isHandedOut = false

    /// A player of a file whose picture, and each frame, have `most` pixels at most.
    package init(_ file: GIFFile, most: UInt64 = .max) {
        self.file = file
        self.most = min(most, Self.mostPixels)
    }

    /// The picture of a frame; nil if there is none, if it is damaged, or if it is too large or too
    /// much work.
    ///
    /// It takes as many steps as there are frames since the last one that was asked for.
    package mutating func image(at index: Int) -> CGImage? {
        let area = file.width * file.height
        guard file.frames.indices.contains(index), UInt64(area) <= most else { return nil }
        if count == 0 || index < count - 1 {
            // The old canvas goes before there is a new one.
            (canvas, under) = (Data(), nil)
            canvas = Data(count: area * 4)
            (count, work, isHandedOut) = (0, 0, false)
        }
        let before = count > 0 ? file.frames[count - 1].workUntilHere : 0
        let ahead = file.frames[index].workUntilHere - before
        let copied = isHandedOut && index == count - 1 ? 0 : area
        guard work + ahead + copied <= Self.mostWork else { return nil }
        while count <= index {
            if count > 0 { dispose(of: file.frames[count - 1]) }
            isWhole = lay(file.frames[count])
            (count, isHandedOut) = (count + 1, false)
        }
        guard isWhole else { return nil }
        // The canvas is copied once, when the next frame changes it.
        work += copied
        isHandedOut = true
        return CGImage(width: file.width, height: file.height, pixels: canvas)
    }

    private mutating func dispose(of frame: GIFFile.Frame) {
        guard frame.disposal == 2 || under != nil else { return }
        work += frame.workBehind
        let length = frame.columns.count * 4
        for (number, row) in rows(of: frame).enumerated() {
            if let under {
                let start = number * length
                canvas.replaceSubrange(row, with: under[start..<start + length])
            } else {
                canvas.resetBytes(in: row)
            }
        }
        under = nil
    }

    /// The bytes of the canvas where a frame lies, row by row.
    private func rows(of frame: GIFFile.Frame) -> [Range<Int>] {
        guard !frame.columns.isEmpty else { return [] }
        return frame.rows.map { row in
            let start = row * file.width
            return (start + frame.columns.lowerBound) * 4..<(start + frame.columns.upperBound) * 4
        }
    }

    /// Whether the frame has all its pixels.
    private mutating func lay(_ frame: GIFFile.Frame) -> Bool {
        if frame.disposal == 3 {
            work += frame.area
            under = rows(of: frame).reduce(into: Data(capacity: frame.area * 4)) {
                $0 += canvas[$1]
            }
        }
        let area = frame.width * frame.height
        guard area > 0, UInt64(area) <= most, !frame.palette.isEmpty else { return false }
        work += area
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
