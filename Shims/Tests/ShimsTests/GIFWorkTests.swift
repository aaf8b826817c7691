// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ImageIO
import PictureShims
import Testing

/// How much work a player does for a file, counted in pixels.
struct GIFWorkTests {
    /// A frame of one pixel, at the top on the left, after which comes back what was there.
    private static let dot: [UInt8] = [
        0x21, 0xF9, 4, 0x0C, 0, 0, 0, 0,
        0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
    ]

    /// A file of two colours that has as many of one frame as are counted.
    private func file(_ width: Int, _ height: Int, _ frame: [UInt8]) -> Data {
        let start =
            Array("GIF89a".utf8) + PlainGIF.bytes(width) + PlainGIF.bytes(height)
            + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        return Data(start + Array(repeating: frame, count: 16_384).joined())
    }

    private func player(_ width: Int, _ height: Int, _ frame: [UInt8]) throws -> GIFPlayer {
        let file = try #require(GIFFile(reading: file(width, height, frame)))
        #expect(file.frames.count == 16_384)
        return GIFPlayer(file)
    }

    @Test func `a picture that is too large for an extension has no frames, without work`() throws {
        for (width, height) in [(8192, 8192), (2049, 1024), (65_535, 33)] {
            var player = try player(width, height, Self.dot)
            #expect(player.image(at: 16_383) == nil)
            #expect(player.image(at: 0) == nil)
            #expect(player.work == 0)
            let data = file(width, height, Self.dot) as CFData
            let source = try #require(CGImageSourceCreateWithData(data, nil))
            #expect(CGImageSourceCreateImageAtIndex(source, 16_383, nil) == nil)
        }
    }

    @Test func `a small frame in a large picture is little work`() throws {
        var player = try player(2048, 1024, Self.dot)
        let image = player.image(at: 16_383)
        #expect(image?.pixels.prefix(8) == Data([0, 0, 0, 255, 0, 0, 0, 0]))
        // Each frame is unpacked and kept, each but the last one brought back.
        #expect(player.work == 3 * 16_384 - 1 + 2048 * 1024)
    }

    @Test func `all frames that are handed out are bounded work`() throws {
        var player = try player(2048, 1024, Self.dot)
        let indices = (0..<16_384).filter { player.image(at: $0) != nil }
        #expect(indices == Array(0..<127))
        #expect(player.work <= GIFPlayer.mostWork)
        // The same one again is no copy.
        #expect(player.image(at: 126) != nil)
        #expect(player.work <= GIFPlayer.mostWork)
    }

    @Test(arguments: [UInt8(0), 1, 2, 3])
    func `large frames are bounded work, though they have no pixels`(_ disposal: UInt8) throws {
        var frame = Self.dot
        frame[3] = disposal << 2
        (frame[13], frame[14], frame[15], frame[16]) = (0, 8, 0, 4)
        var player = try player(2048, 1024, frame)
        for index in [0, 20, 41, 42, 62, 63, 126, 127, 16_383] {
            #expect(player.image(at: index) == nil)
            #expect(player.work <= GIFPlayer.mostWork)
        }
        // As many frames are laid as would leave work for a picture.
        #expect(player.work == [127, 127, 127, 125][Int(disposal)] * 2048 * 1024)
    }

    @Test func `pixels beyond the picture are neither kept nor cleared`() throws {
        let frames = [
            PlainGIF.frame("1111", columns: 2, at: (2, 1), disposal: 3),
            PlainGIF.frame("1111", columns: 2, at: (0, 1), disposal: 2),
            PlainGIF.frame("1111", columns: 2, at: (9, 9), disposal: 3),
            PlainGIF.frame("1", columns: 1),
        ]
        var player = GIFPlayer(try #require(GIFFile(reading: PlainGIF.file(3, 2, frames))))
        var work: [Int] = []
        for index in [0, 1, 2, 3, 3, 0, 3] {
            #expect(player.image(at: index) != nil)
            work.append(player.work)
        }
        #expect(work == [11, 22, 34, 41, 41, 11, 29])
    }

    /// A model that copies the whole picture where the player keeps a part.
    @Test(arguments: 1...40)
    func `frames of any place leave what the whole picture would`(_ seed: UInt64) throws {
        var state = seed
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
        let (width, height) = (5, 4)
        let empty = [Int?](repeating: nil, count: width * height)
        var (canvas, parts, expected) = (empty, [[UInt8]](), [[Int?]]())
        for _ in 0..<12 {
            let (left, top, columns, rows) = (next(7), next(6), next(6) + 1, next(5) + 1)
            let disposal = UInt8(next(4))
            let indices = (0..<columns * rows).map { _ in next(4) }
            parts.append(
                PlainGIF.frame(
                    indices.map(String.init).joined(),
                    columns: columns,
                    at: (left, top),
                    transparent: 0,
                    disposal: disposal
                )
            )
            let before = canvas
            for (place, index) in indices.enumerated() {
                let (x, y) = (left + place % columns, top + place / columns)
                guard x < width, y < height else { continue }
                if index != 0 { canvas[y * width + x] = index }
            }
            expected.append(canvas)
            if disposal == 3 { canvas = before }
            for x in left..<left + columns where disposal == 2 && x < width {
                for y in top..<top + rows where y < height { canvas[y * width + x] = nil }
            }
        }
        var player = GIFPlayer(
            try #require(GIFFile(reading: PlainGIF.file(width, height, parts)))
        )
        for index in Array(0..<12) + [3, 4, 9, 2] {
            let image = player.image(at: index)
            let pixels = expected[index].map { colour -> [UInt8] in
                colour.map { PlainGIF.palette[$0] + [255] } ?? [0, 0, 0, 0]
            }
            #expect(image?.pixels == Data(pixels.joined()), "\(index)")
        }
    }
}
