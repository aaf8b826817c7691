// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// GIF files that are made byte by byte, of four colours, without a table: so that our reader is
/// not only tested by our writer.
enum PlainGIF {
    static let palette: [[UInt8]] = [[0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255]]

    /// Makes a file of frames and extensions.
    static func file(_ width: Int, _ height: Int, _ parts: [[UInt8]], end: [UInt8] = [0x3B]) -> Data
    {
        Data(
            Array("GIF89a".utf8) + bytes(width) + bytes(height) + [0x81, 0, 0]
                + palette.joined() + parts.joined() + end
        )
    }

    /// Makes a frame of indices from 0 to 3, a digit each.
    static func frame(
        _ digits: String,
        columns: Int,
        at place: (x: Int, y: Int) = (0, 0),
        transparent: UInt8? = nil,
        disposal: UInt8 = 0,
        delay: Int = 0,
        isInterlaced: Bool = false
    ) -> [UInt8] {
        let indices = digits.compactMap(\.wholeNumberValue)
        let control =
            [0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1)] + bytes(delay)
            + [transparent ?? 0, 0]
        let start =
            [0x2C] + bytes(place.x) + bytes(place.y) + bytes(columns)
            + bytes(indices.count / columns) + [isInterlaced ? 0x40 : 0]
        // Each index after a code that clears the table, so that all codes have three bits.
        let codes = indices.flatMap { [4, $0] } + [5]
        return control + start + [2] + blocks(packed(codes, bits: 3))
    }

    /// Cuts bytes into blocks with their lengths, and an empty one at the end.
    static func blocks(_ bytes: [UInt8], of length: Int = 255) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: length).flatMap { start in
            let block = bytes[start..<min(start + length, bytes.count)]
            return [UInt8(block.count)] + block
        } + [0]
    }

    /// What tells how often an animation is shown.
    static func loops(_ count: Int) -> [UInt8] {
        [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + bytes(count) + [0]
    }

    static func bytes(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }

    private static func packed(_ codes: [Int], bits: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (codes.count * bits + 7) / 8)
        for (number, code) in codes.enumerated() {
            for bit in 0..<bits where code >> bit & 1 == 1 {
                let place = number * bits + bit
                bytes[place / 8] |= 1 << UInt8(place % 8)
            }
        }
        return bytes
    }
}
