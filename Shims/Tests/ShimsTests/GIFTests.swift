// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ImageIO
import PictureShims
import Testing
import UIKit

struct GIFTests {
    private func source(_ data: Data) throws -> CGImageSource {
        try #require(CGImageSourceCreateWithData(data as CFData, nil))
    }

    /// The picture of a frame as digits, a row each; a dot is a pixel that is not seen.
    private func rows(_ source: CGImageSource, _ index: Int) -> [String]? {
        guard let image = CGImageSourceCreateImageAtIndex(source, index, nil) else { return nil }
        return (0..<image.height).map { row in
            (0..<image.width).map { column in
                let start = (row * image.width + column) * 4
                let pixel = Array(image.pixels[start..<start + 4])
                guard pixel[3] == 255 else { return pixel == [0, 0, 0, 0] ? "." : "?" }
                return PlainGIF.palette.firstIndex(of: Array(pixel.prefix(3))).map(String.init)
                    ?? "?"
            }.joined()
        }
    }

    /// The first example of "What's in a GIF" by Matthew Flickinger.
    @Test func `a file of another program has its pixels`() throws {
        let bytes: [UInt8] = [
            0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 10, 0, 10, 0, 0x91, 0, 0,
            255, 255, 255, 255, 0, 0, 0, 0, 255, 0, 0, 0,
            0x21, 0xF9, 4, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 10, 0, 10, 0, 0,
            2, 0x16, 0x8C, 0x2D, 0x99, 0x87, 0x2A, 0x1C, 0xDC, 0x33, 0xA0, 0x02, 0x75, 0xEC, 0x95,
            0xFA, 0xA8, 0xDE, 0x60, 0x8C, 0x04, 0x91, 0x4C, 0x01, 0, 0x3B,
        ]
        let image = try #require(UIImage(data: Data(bytes))?.cgImage)
        // Red is 1, blue 2 and white 0.
        let expected = """
            1111122222 1111122222 1111122222 1110000222 1110000222
            2220000111 2220000111 2222211111 2222211111 2222211111
            """.filter(\.isNumber)
        let colours: [[UInt8]] = [[255, 255, 255, 255], [255, 0, 0, 255], [0, 0, 255, 255]]
        let pixels = expected.compactMap(\.wholeNumberValue).flatMap { colours[$0] }
        #expect(image.pixels == Data(pixels))
    }

    @Test(arguments: [
        // Each frame is laid over the one before.
        ([("111222", 0), ("3", 1)], ["111", "222"], ["111", "232"]),
        // The place of the first one is cleared.
        ([("111222", 2), ("3", 1)], ["111", "222"], ["...", ".3."]),
        // What was there comes back: nothing.
        ([("111222", 3), ("3", 1)], ["111", "222"], ["...", ".3."]),
    ])
    func `a frame leaves what its file says`(
        _ frames: [(digits: String, disposal: UInt8)],
        _ first: [String],
        _ second: [String]
    ) throws {
        let parts = frames.map { frame in
            frame.digits.count == 1
                ? PlainGIF.frame(frame.digits, columns: 1, at: (1, 1), disposal: frame.disposal)
                : PlainGIF.frame(frame.digits, columns: 3, disposal: frame.disposal)
        }
        let source = try source(PlainGIF.file(3, 2, parts))
        #expect(rows(source, 0) == first)
        #expect(rows(source, 1) == second)
    }

    @Test func `what a frame covered comes back, its gaps show what is there`() throws {
        let file = PlainGIF.file(
            3,
            2,
            [
                PlainGIF.frame("111222", columns: 3),
                PlainGIF.frame("3030", columns: 2, transparent: 0, disposal: 3),
                PlainGIF.frame("0", columns: 1, at: (2, 1), disposal: 1),
                // Half of it is beyond the picture.
                PlainGIF.frame("3333", columns: 2, at: (2, 1), disposal: 2),
                PlainGIF.frame("1", columns: 1),
            ]
        )
        let expected = [
            ["111", "222"], ["311", "322"], ["111", "220"], ["111", "223"], ["111", "22."],
        ]
        let source = try source(file)
        #expect(CGImageSourceGetCount(source) == 5)
        // In any order, and twice.
        for index in [0, 1, 2, 3, 4, 4, 2, 3, 0, 4] {
            #expect(rows(source, index) == expected[index], "\(index)")
        }
        #expect(rows(source, 5) == nil)
        #expect(rows(source, -1) == nil)
    }

    @Test(arguments: [
        [0], [0, 1], [0, 2, 1], [0, 4, 2, 1, 3], [0, 8, 4, 2, 6, 1, 3, 5, 7],
        [0, 8, 4, 2, 6, 1, 3, 5, 7, 9],
    ])
    func `the rows of an interlaced frame are put in order`(_ order: [Int]) throws {
        // Each row has the colour of its number.
        let digits = order.map { "\($0 % 4)" }
        let frame = PlainGIF.frame(digits.joined(), columns: 1, isInterlaced: true)
        let source = try source(PlainGIF.file(1, order.count, [frame]))
        #expect(rows(source, 0) == order.indices.map { "\($0 % 4)" })
    }

    @Test func `a file tells how long each frame is shown, and how often all are`() throws {
        let frames = [0, 4, 10, 65_535].map { PlainGIF.frame("1", columns: 1, delay: $0) }
        let source = try source(PlainGIF.file(1, 1, [PlainGIF.loops(3)] + frames))
        let delays = (0..<4).map { index -> [Double?] in
            let facts = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [CFString: Any]
            let frame = facts?[kCGImagePropertyGIFDictionary] as? [CFString: Any]
            return [kCGImagePropertyGIFUnclampedDelayTime, kCGImagePropertyGIFDelayTime].map {
                frame?[$0] as? Double
            }
        }
        #expect(delays == [[0, 0.1], [0.04, 0.1], [0.1, 0.1], [655.35, 655.35]])
        // The other ways in which apps ask.
        let facts = CGImageSourceCopyPropertiesAtIndex(source, 1, nil) as? [String: Any]
        let frame = facts?[kCGImagePropertyGIFDictionary as String] as? NSDictionary
        #expect((frame?["UnclampedDelayTime"] as? NSNumber)?.doubleValue == 0.04)
        #expect(facts?[kCGImagePropertyPixelWidth as String] as? Int == 1)
        let whole = CGImageSourceCopyProperties(source, nil) as? [String: Any]
        let loops = whole?[kCGImagePropertyGIFDictionary as String] as? [String: Any]
        #expect(loops?[kCGImagePropertyGIFLoopCount as String] as? Int == 3)
        #expect((whole?[kCGImagePropertyFileSize as String] as? Int ?? 0) > 100)
    }

    @Test func `a thumbnail is made of any frame`() throws {
        let frames = ["1111222233330000", "2222222222222222"].map { PlainGIF.frame($0, columns: 4) }
        let source = try source(PlainGIF.file(4, 4, frames))
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceThumbnailMaxPixelSize: 2,
        ]
        let thumbnail = CGImageSourceCreateThumbnailAtIndex(source, 1, options as CFDictionary)
        #expect(thumbnail?.width == 2 && thumbnail?.height == 2)
        #expect(thumbnail?.pixels.prefix(4) == Data([0, 255, 0, 255]))
    }

    // MARK: - Damaged and hostile files

    private static let animation = PlainGIF.file(
        3,
        2,
        [
            PlainGIF.loops(0), PlainGIF.frame("111222", columns: 3, delay: 10),
            PlainGIF.frame("3030", columns: 2, transparent: 0, disposal: 3),
            PlainGIF.frame("123", columns: 1, disposal: 2, isInterlaced: true),
        ]
    )

    @Test func `a file that ends too early has the frames that are whole`() throws {
        var counts: [Int] = []
        for length in 0...Self.animation.count {
            let source = try source(Self.animation.prefix(length))
            counts.append(CGImageSourceGetCount(source))
            for index in 0..<3 {
                let hasPixels = CGImageSourceCreateImageAtIndex(source, index, nil) != nil
                #expect(hasPixels == (index < counts[length]))
            }
        }
        #expect(counts == counts.sorted() && Set(counts) == [0, 1, 2, 3])
    }

    @Test func `a file with a wrong byte is decoded or refused`() throws {
        let noise = try #require(Noise.image(9, 5))
        let packed = try #require(GIFWriter.file(of: [(noise, 0)], loopCount: 1))
        for file in [Self.animation, packed] {
            for place in file.indices {
                for value in [0, 0xFF, ~file[place]] {
                    var changed = file
                    changed[place] = value
                    // Sides of thousands of pixels take long, and are tried by themselves.
                    guard let header = ImageHeader(reading: changed.span), header.width < 300,
                        header.height < 300
                    else { continue }
                    let source = try source(changed)
                    for index in 0..<CGImageSourceGetCount(source) {
                        let image = CGImageSourceCreateImageAtIndex(source, index, nil)
                        #expect(image.map { $0.pixels.count == $0.width * $0.height * 4 } ?? true)
                    }
                }
            }
        }
    }

    @Test func `codes without any sense are decoded or refused`() throws {
        var state: UInt64 = 44
        func next(_ limit: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % limit
        }
        var decoded = 0
        for _ in 0..<400 {
            let codes = (0..<next(90)).map { _ in UInt8(next(256)) }
            let frame: [UInt8] =
                [0x2C, 0, 0, 0, 0, 7, 0, 9, 0, UInt8(next(2) * 0x40), UInt8(next(11))]
                + PlainGIF.blocks(codes, of: Int(next(20)) + 1)
            let source = try source(PlainGIF.file(8, 8, [frame]))
            #expect(CGImageSourceGetCount(source) == 1)
            if rows(source, 0) != nil { decoded += 1 }
        }
        #expect(decoded < 400)
    }

    @Test func `a file of few bytes for many pixels has none, at once`() throws {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 255, 255, 255, 255, 0, 2, 2, 0x4C, 1, 0]
        let source = try source(
            PlainGIF.file(65_535, 65_535, Array(repeating: frame, count: 1000))
        )
        #expect(CGImageSourceGetCount(source) == 1000)
        let start = ContinuousClock.now
        for index in [0, 1, 500, 999] {
            let facts = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
            #expect(facts?[kCGImagePropertyPixelWidth] as? Int == 65_535)
            #expect(CGImageSourceCreateImageAtIndex(source, index, nil) == nil)
        }
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    @Test func `no frame is made beyond 256 million pixels of all frames`() throws {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 0, 32, 0, 32, 0, 2, 2, 0x4C, 1, 0]
        let source = try source(PlainGIF.file(1, 1, Array(repeating: frame, count: 100)))
        let start = ContinuousClock.now
        #expect(CGImageSourceCreateImageAtIndex(source, 99, nil) == nil)
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    @Test func `a file of nothing but frames counts the first 16,384`() throws {
        let frame = PlainGIF.frame("1", columns: 1)
        let source = try source(PlainGIF.file(1, 1, Array(repeating: frame, count: 16_500)))
        #expect(CGImageSourceGetCount(source) == 16_384)
    }

    @Test func `a frame without colours, or with indices beyond them, shows nothing of them`()
        throws
    {
        let frame = PlainGIF.frame("0123", columns: 2)
        var file = PlainGIF.file(2, 2, [frame])
        // Two colours instead of four.
        file[10] = 0x80
        file.removeSubrange(19..<25)
        #expect(try rows(source(file), 0) == ["01", ".."])
        file[10] = 0
        file.removeSubrange(13..<19)
        #expect(try rows(source(file), 0) == nil)
    }
}
