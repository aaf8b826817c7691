// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PictureShims

enum Noise {
    /// Makes a picture of colours without an order, the same each time.
    static func image(_ width: Int, _ height: Int) -> CGImage? {
        var state: UInt32 = 1
        var pixels = Data()
        for place in 0..<width * height * 4 {
            state = state &* 1_664_525 &+ 1_013_904_223
            pixels.append(place % 4 == 3 ? 255 : UInt8(state >> 24))
        }
        return CGImage(width: width, height: height, pixels: pixels)
    }

    /// Makes the checksum of a PNG file's chunk (PNG, 5.5).
    static func checksum(of bytes: Data) -> [UInt8] {
        var sum: UInt32 = ~0
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return (0..<4).map { UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * $0)) }
    }
}
