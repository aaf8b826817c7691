// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PictureShims
import Testing

/// Codes of every size, by an encoder that follows the specification (GIF89a, appendix F).
struct GIFCodeTests {
    /// Writes codes whose size grows.
    private struct Encoder {
        private let clear: Int
        private(set) var bytes: [UInt8] = []
        private var table: [Int: Int] = [:]
        private var next = 0
        private var bits = 0
        private var bitCount = 0

        init(_ indices: [Int], minimum: Int, clearsWhenFull: Bool) {
            clear = 1 << minimum
            start(minimum)
            put(clear)
            var prefix = indices[0]
            for index in indices.dropFirst() {
                let key = prefix << 8 | index
                if let code = table[key] {
                    prefix = code
                    continue
                }
                put(prefix)
                prefix = index
                if next < 4096 {
                    table[key] = next
                    grow()
                    next += 1
                } else if clearsWhenFull {
                    put(clear)
                    start(minimum)
                }
            }
            put(prefix)
            grow()
            put(clear + 1)
        }

        private mutating func start(_ minimum: Int) {
            (table, next, bits) = ([:], clear + 2, minimum + 1)
        }

        /// A code has one bit more as soon as one that was made needs it.
        private mutating func grow() {
            if next == 1 << bits, bits < 12 { bits += 1 }
        }

        private mutating func put(_ code: Int) {
            for bit in 0..<bits {
                if bitCount % 8 == 0 { bytes.append(0) }
                if code >> bit & 1 == 1 { bytes[bitCount / 8] |= 1 << UInt8(bitCount % 8) }
                bitCount += 1
            }
        }
    }

    @Test(arguments: 1...8, [false, true])
    func `codes of each least size are unpacked`(_ minimum: Int, _ clearsWhenFull: Bool) throws {
        var state = UInt64(minimum)
        for count in [1, 2, 3, 4, 5, 17, 300, 20_000] {
            let indices = (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int((state >> 33) % (1 << UInt64(minimum)))
            }
            let codes = Encoder(indices, minimum: minimum, clearsWhenFull: clearsWhenFull).bytes
            let size = PlainGIF.bytes(count) + PlainGIF.bytes(1)
            var file = Array("GIF89a".utf8) + size + [0x87, 0, 0]
            file += (0..<256).flatMap { [UInt8($0), 0, 0] }
            file += [0x2C, 0, 0, 0, 0] + size + [0, UInt8(minimum)] + PlainGIF.blocks(codes)
            let image = CGImage(decoding: Data(file))
            let reds = try #require(image, "\(count) pixels").pixels.enumerated()
                .filter { $0.offset % 4 == 0 }.map { Int($0.element) }
            #expect(reds == indices, "\(count) pixels")
        }
    }
}
