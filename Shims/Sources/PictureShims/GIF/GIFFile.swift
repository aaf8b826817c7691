// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The parts of a GIF file, as far as it is whole (the GIF89a specification).
package struct GIFFile: Sendable {
    /// A frame, whose pixels are still packed.
    package struct Frame: Sendable {
        /// Its place in the picture.
        let left: Int
        let top: Int
        let width: Int
        let height: Int
        /// The part of the picture that it covers, which may be empty.
        let columns: Range<Int>
        let rows: Range<Int>
        let isInterlaced: Bool
        /// The index of pixels that show what was there.
        let transparent: UInt8?
        /// What becomes of it before the next frame: 2 clears its place, 3 brings back what was there.
        let disposal: Int
        /// How long it is shown, in hundredths of a second.
        package let delay: Int
        /// Where in the file its colours are, three bytes each.
        let palette: Range<Int>
        /// Where its codes are.
        let codes: Range<Int>
        /// How many pixels are unpacked, kept, brought back and cleared until it is there.
        let workUntilHere: Int

        /// How many pixels of the picture it covers.
        var area: Int { columns.count * rows.count }

        /// How many pixels are brought back or cleared before the next frame.
        var workBehind: Int { disposal == 2 || disposal == 3 ? area : 0 }
    }

    /// Frames beyond these are not counted, as a file may be made of nothing else.
    static let mostFrames = 1 << 14

    package let width: Int
    package let height: Int
    package let frames: [Frame]
    /// How often it is shown, 0 for ever; nil if the file does not say.
    package let loopCount: Int?
    let data: Data

    /// Reads a file up to its end, or to where it is damaged; nil if it is no GIF.
    package init?(reading data: Data) {
        let bytes = data.span
        guard bytes.count >= 13, let header = ImageHeader(reading: bytes), header.format == .gif
        else { return nil }
        var frames: [Frame] = []
        var loopCount: Int?
        let palette = Self.palette(bytes[10], from: 13)
        var control = Control()
        var place = palette.upperBound
        reading: while place < bytes.count, frames.count < Self.mostFrames {
            switch bytes[place] {
            case 0x21:
                guard let end = Self.endOfBlocks(bytes, from: place + 2) else { break reading }
                control = Control(bytes, at: place) ?? control
                loopCount = Self.loopCount(bytes, at: place) ?? loopCount
                place = end
            case 0x2C:
                let size = (header.width, header.height)
                let before = frames.last.map { $0.workUntilHere + $0.workBehind } ?? 0
                guard let frame = Frame(bytes, at: place, in: size, palette, control, before) else {
                    break reading
                }
                frames.append(frame)
                control = Control()
                place = frame.codes.upperBound
            default:
                break reading
            }
        }
        (width, height, self.frames) = (header.width, header.height, frames)
        (self.loopCount, self.data) = (loopCount, data)
    }

    /// Where the colours are that a byte of flags announces; empty for none.
    fileprivate static func palette(_ flags: UInt8, from place: Int) -> Range<Int> {
        place..<place + (flags & 0x80 == 0 ? 0 : 3 * 2 << Int(flags & 7))
    }

    /// The end of blocks that each begin with their length; nil if the file ends before.
    fileprivate static func endOfBlocks(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var place = start
        while place < bytes.count {
            let length = Int(bytes[place])
            place += 1 + length
            if length == 0 { return place }
        }
        return nil
    }

    fileprivate static func number(_ bytes: Span<UInt8>, at place: Int) -> Int {
        Int(bytes[place]) | Int(bytes[place + 1]) << 8
    }

    /// The number that Netscape's extension has, in a block of its own behind its name.
    private static func loopCount(_ bytes: Span<UInt8>, at place: Int) -> Int? {
        let name = Array("NETSCAPE2.0".utf8)
        guard bytes[place + 1] == 0xFF, bytes[place + 2] == name.count,
            name.indices.allSatisfy({ bytes[place + 3 + $0] == name[$0] }),
            bytes[place + 14] >= 3, bytes[place + 15] == 1
        else { return nil }
        return number(bytes, at: place + 16)
    }
}

/// What an extension says of the frame that follows.
private struct Control {
    var delay = 0
    var disposal = 0
    var transparent: UInt8?

    init() {}

    /// Reads an extension whose blocks are whole; nil if it is another one.
    init?(_ bytes: Span<UInt8>, at place: Int) {
        guard bytes[place + 1] == 0xF9, bytes[place + 2] >= 4 else { return nil }
        delay = GIFFile.number(bytes, at: place + 4)
        disposal = Int(bytes[place + 3] >> 2 & 7)
        transparent = bytes[place + 3] & 1 == 0 ? nil : bytes[place + 6]
    }
}

extension GIFFile.Frame {
    /// Reads a frame; nil if it is not whole.
    fileprivate init?(
        _ bytes: Span<UInt8>,
        at place: Int,
        in size: (width: Int, height: Int),
        _ palette: Range<Int>,
        _ control: Control,
        _ workBefore: Int
    ) {
        guard place + 10 <= bytes.count else { return nil }
        let own = GIFFile.palette(bytes[place + 9], from: place + 10)
        // The size of the codes is a byte before the blocks.
        guard let end = GIFFile.endOfBlocks(bytes, from: own.upperBound + 1) else { return nil }
        left = GIFFile.number(bytes, at: place + 1)
        top = GIFFile.number(bytes, at: place + 3)
        width = GIFFile.number(bytes, at: place + 5)
        height = GIFFile.number(bytes, at: place + 7)
        columns = min(left, size.width)..<min(left + width, size.width)
        rows = min(top, size.height)..<min(top + height, size.height)
        isInterlaced = bytes[place + 9] & 0x40 != 0
        (transparent, disposal, delay) = (control.transparent, control.disposal, control.delay)
        self.palette = own.isEmpty ? palette : own
        codes = own.upperBound..<end
        let kept = disposal == 3 ? columns.count * rows.count : 0
        workUntilHere = workBefore + width * height + kept
    }
}
