// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PictureShims
import Synchronization
import Testing
import UIKit

struct RendererTests {
    private static let red: [UInt8] = [255, 0, 0, 255]
    private static let clear: [UInt8] = [0, 0, 0, 0]

    /// Four pixels: red, green, blue, white.
    private static func square() throws -> UIImage {
        let pixels = Data([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255])
        return UIImage(cgImage: try #require(CGImage(width: 2, height: 2, pixels: pixels)))
    }

    // MARK: - Renderers

    @Test func `a renderer makes as many pixels as the screen has, or as its format says`() {
        let size = CGSize(width: 10, height: 4)
        let image = UIGraphicsImageRenderer(size: size).image { context in
            #expect(UIGraphicsGetCurrentContext() === context.cgContext)
            #expect(context.format.bounds == CGRect(origin: .zero, size: size))
        }
        #expect(image.size == size && image.scale == UIScreen.main.scale)
        #expect(image.cgImage?.width == 30 && image.cgImage?.height == 12)
        let format = UIGraphicsImageRendererFormat.default()
        format.scale = 2
        let other = UIGraphicsImageRenderer(size: size, format: format).image { _ in }
        #expect(other.size == size && other.cgImage?.width == 20)
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test func `a renderer's files are those of its picture`() throws {
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8))
        let actions = { (context: UIGraphicsImageRendererContext) in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 8))
        }
        let image = renderer.image(actions: actions)
        #expect(renderer.pngData(actions: actions) == image.pngData())
        let jpeg = renderer.jpegData(withCompressionQuality: 1, actions: actions)
        #expect(jpeg == image.jpegData(compressionQuality: 1))
        // What is not drawn is white there.
        let read = Pixels(UIImage(data: jpeg))
        #expect(read[20, 12].allSatisfy { $0 > 250 })
        #expect(read[2, 12][1] < 20)
    }

    @Test func `an opaque picture is black where nothing is drawn, or taken away`() {
        let pixels = Pixels.drawn(3, 1, isOpaque: true) { context in
            UIColor.white.setFill()
            context.fill(CGRect(x: 1, y: 0, width: 2, height: 1))
            context.cgContext.clear(CGRect(x: 2, y: 0, width: 1, height: 1))
        }
        #expect(
            (0..<3).map { pixels[$0, 0] } == [
                [0, 0, 0, 255], [255, 255, 255, 255], [0, 0, 0, 255],
            ]
        )
    }

    @Test func `a renderer within another draws in its own picture`() throws {
        let outer = Pixels.drawn(2, 1) { _ in
            let inner = Pixels.drawn(2, 1) { _ in
                UIColor.blue.setFill()
                UIRectFill(CGRect(x: 1, y: 0, width: 1, height: 1))
            }
            #expect(inner.rows == [".#"])
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(outer.rows == ["#."])
        #expect(outer[0, 0] == [0, 0, 0, 255])
    }

    @Test func `the older functions make the same pictures`() throws {
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 2, height: 1), false, 0)
        UIColor.red.set()
        UIBezierPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1)).fill()
        let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        #expect(image.size == CGSize(width: 2, height: 1) && image.scale == UIScreen.main.scale)
        #expect(Pixels(image).rows == ["###...", "###...", "###..."])
        UIGraphicsBeginImageContext(CGSize(width: 2, height: 1))
        #expect(UIGraphicsGetImageFromCurrentImageContext()?.cgImage?.width == 2)
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test(arguments: [
        (0, 10, 0), (1e5, 1e5, 1), (.nan, 4, 1), (.infinity, 4, 1), (1e300, 1e300, 1),
    ])
    func `a picture that can't be made has no size, and is told of`(
        _ width: Double,
        _ height: Double,
        _ notices: Int
    ) {
        let notes = Notes()
        let image = DrawingNotice.$receiver.withValue(notes.add) {
            UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { context in
                context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
                context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
                context.cgContext.fillEllipse(in: CGRect(x: 0, y: 0, width: 5, height: 5))
            }
        }
        #expect(image.size == .zero && image.cgImage == nil && image.pngData() == nil)
        #expect(notes.texts.count == notices)
    }

    // MARK: - Pictures

    @Test func `a picture is drawn in its size, scaled up and scaled down`() throws {
        let image = try Self.square()
        let same = Pixels.drawn(3, 3) { _ in image.draw(at: CGPoint(x: 1, y: 1)) }
        #expect(same.rows == ["...", ".##", ".##"])
        #expect(same[1, 1] == Self.red && same[2, 2] == [255, 255, 255, 255])
        let large = Pixels.drawn(20, 20) { _ in
            image.draw(in: CGRect(x: 0, y: 0, width: 20, height: 20))
        }
        #expect(large[1, 1] == Self.red && large[18, 1] == [0, 255, 0, 255])
        #expect(large[1, 18] == [0, 0, 255, 255])
        let small = Pixels.drawn(1, 1) { _ in
            image.draw(in: CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(small[0, 0] == [128, 128, 128, 255])
    }

    @Test func `a large picture that is drawn small has the mean of its pixels`() throws {
        let image = UIImage(cgImage: try #require(Noise.image(400, 300)))
        let small = Pixels.drawn(4, 3) { _ in
            image.draw(in: CGRect(x: 0, y: 0, width: 4, height: 3))
        }
        for x in 0..<4 {
            for y in 0..<3 { #expect(small[x, y].prefix(3).allSatisfy { abs(Int($0) - 127) < 6 }) }
        }
    }

    @Test func `a picture that fills a square is cut at its sides`() throws {
        var pixels = Data()
        for column in 0..<30 {
            pixels += column < 10 || column >= 20 ? [0, 0, 255, 255] : Self.red
        }
        let row = pixels
        for _ in 1..<10 { pixels += row }
        let wide = UIImage(cgImage: try #require(CGImage(width: 30, height: 10, pixels: pixels)))
        let square = Pixels.drawn(10, 10) { _ in
            wide.draw(in: CGRect(x: -10, y: 0, width: 30, height: 10))
        }
        #expect(square.bytes == Data((0..<100).flatMap { _ in Self.red }))
    }

    /// Where the four pixels are, first those of the upper row: red, green, blue, white.
    @Test(arguments: [
        (UIImage.Orientation.up, "RGBW"), (.down, "WBGR"), (.left, "GWRB"), (.right, "BRWG"),
        (.upMirrored, "GRWB"), (.downMirrored, "BWRG"), (.leftMirrored, "RBGW"),
        (.rightMirrored, "WGBR"),
    ])
    func `a picture is drawn as it is turned`(
        _ orientation: UIImage.Orientation,
        _ expected: String
    ) throws {
        let pixels = try #require(try Self.square().cgImage)
        let image = UIImage(cgImage: pixels, scale: 1, orientation: orientation)
        let drawn = Pixels.drawn(2, 2) { _ in image.draw(at: .zero) }
        let names: [[UInt8]: String] = [
            Self.red: "R", [0, 255, 0, 255]: "G", [0, 0, 255, 255]: "B",
            [255, 255, 255, 255]: "W",
        ]
        let places = [(0, 0), (1, 0), (0, 1), (1, 1)]
        #expect(places.map { names[drawn[$0.0, $0.1]] ?? "?" }.joined() == expected)
    }

    @Test func `a turned picture has its sides changed, in a JPEG file as well`() throws {
        let pixels = try #require(Noise.image(30, 20))
        let image = UIImage(cgImage: pixels, scale: 2, orientation: .right)
        #expect(image.size == CGSize(width: 10, height: 15))
        let jpeg = try #require(image.jpegData(compressionQuality: 1))
        #expect(UIImage(data: jpeg)?.size == CGSize(width: 20, height: 30))
        #expect(UIImage(data: try #require(image.pngData()))?.size == CGSize(width: 30, height: 20))
    }

    @Test func `a picture of another framework is drawn upside down`() throws {
        let image = try #require(try Self.square().cgImage)
        let drawn = Pixels.drawn(2, 2) { context in
            context.cgContext.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        }
        #expect(drawn[0, 1] == Self.red && drawn[0, 0] == [0, 0, 255, 255])
    }

    @Test func `a part of a picture is cut out`() throws {
        let image = try #require(try Self.square().cgImage)
        let part = image.cropping(to: CGRect(x: 1, y: 0, width: 5, height: 1.5))
        #expect(part?.width == 1 && part?.height == 2)
        #expect(part?.pixels.prefix(4) == Data([0, 255, 0, 255]))
        #expect(image.cropping(to: CGRect(x: 2, y: 0, width: 1, height: 1)) == nil)
        #expect(image.cropping(to: CGRect(x: 0, y: CGFloat.nan, width: 1, height: 1)) == nil)
    }

    @Test(
        arguments: [
            (1e20, 0), (0, 1e20), (5e9, 0), (0, 5e9), (67_108_865, 0), (8193, 8192), (.infinity, 0),
            (.nan, 1), (1e20, 1e20), (.greatestFiniteMagnitude, .leastNonzeroMagnitude),
        ] as [(CGFloat, CGFloat)]
    )
    func `a picture with a side that is too long has no pixels`(
        _ width: CGFloat,
        _ height: CGFloat
    ) throws {
        let notes = Notes()
        DrawingNotice.$receiver.withValue(notes.add) {
            UIGraphicsBeginImageContextWithOptions(
                CGSize(width: width, height: height),
                true,
                1
            )
            UIRectClip(CGRect(x: 0, y: 0, width: 2, height: 2))
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
            #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
            UIGraphicsEndImageContext()
        }
        #expect(notes.texts.count == 1)
    }

    @Test func `a line that is wider than any picture is as wide as can be`() {
        let rows = [1e7, 1e8, 1e300, CGFloat.greatestFiniteMagnitude].map { width in
            Pixels.drawn(3, 2) { context in
                context.cgContext.setLineWidth(width)
                // A pointed corner is farther away than half of the width.
                context.cgContext.addLines(between: [
                    CGPoint(x: 0, y: 1), CGPoint(x: 3, y: 1), CGPoint(x: 1, y: 0),
                ])
                context.cgContext.strokePath()
            }.rows
        }
        #expect(rows[0].joined().contains("#"))
        #expect(Set(rows).count == 1)
    }

    @Test func `a picture without pixels is told of when it is drawn`() throws {
        let png = try #require(Noise.image(4, 4)?.pngData)
        let damaged = try #require(UIImage(data: png.prefix(40)))
        let notes = Notes()
        DrawingNotice.$receiver.withValue(notes.add) {
            let pixels = Pixels.drawn(4, 4) { _ in damaged.draw(at: .zero) }
            #expect(pixels.area == 0)
        }
        #expect(notes.texts == ["a picture that is damaged or too large can't be drawn"])
    }
}

/// What was told while something was drawn.
private final class Notes: Sendable {
    private let all = Mutex<[String]>([])

    var texts: [String] { all.withLock(\.self) }

    @Sendable func add(_ text: String) { all.withLock { $0.append(text) } }
}
