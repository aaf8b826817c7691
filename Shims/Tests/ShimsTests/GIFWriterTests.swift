// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ImageIO
import PictureShims
import Testing
import UIKit

struct GIFWriterTests {
    private static var gif: CFString { "com.compuserve.gif" }

    private func written(_ images: [CGImage], delay: Double, loops: Int?) throws -> Data {
        let data = NSMutableData()
        let destination = CGImageDestinationCreateWithData(data, Self.gif, images.count, nil)
        let writer = try #require(destination)
        if let loops {
            let properties = [
                kCGImagePropertyGIFDictionary as String: [
                    kCGImagePropertyGIFLoopCount as String: loops
                ]
            ]
            CGImageDestinationSetProperties(writer, properties as CFDictionary)
        }
        let properties = [kCGImagePropertyGIFDictionary: [kCGImagePropertyGIFDelayTime: delay]]
        for image in images {
            CGImageDestinationAddImage(writer, image, properties as CFDictionary)
        }
        #expect(CGImageDestinationFinalize(writer))
        return data as Data
    }

    /// Pixels of as many colours as told, some of which are not seen.
    private func image(_ side: Int, colours: Int, shift: Int) throws -> CGImage {
        var pixels = Data()
        for place in 0..<side * side {
            let colour = (place * 7 + place / side + shift) % colours
            pixels += colour == 1 ? [0, 0, 0, 0] : [UInt8(colour), UInt8(255 - colour), 9, 255]
        }
        return try #require(CGImage(width: side, height: side, pixels: pixels))
    }

    // More pixels than the table of codes has room for, several times.
    @Test(arguments: [(1, 1), (2, 2), (16, 5), (40, 255), (160, 17), (220, 255)])
    func `a file of up to 255 colours keeps them`(_ side: Int, _ colours: Int) throws {
        let images = try (0..<3).map { try image(side, colours: colours, shift: $0) }
        let file = try written(images, delay: 0.25, loops: 0)
        let source = try #require(CGImageSourceCreateWithData(file as CFData, nil))
        #expect(CGImageSourceGetType(source) as String? == "com.compuserve.gif")
        #expect(CGImageSourceGetCount(source) == 3)
        for (index, image) in images.enumerated() {
            let read = CGImageSourceCreateImageAtIndex(source, index, nil)
            #expect(read?.pixels == image.pixels)
            let facts = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [CFString: Any]
            let frame = facts?[kCGImagePropertyGIFDictionary] as? [CFString: Any]
            #expect(frame?[kCGImagePropertyGIFDelayTime] as? Double == 0.25)
        }
        let facts = CGImageSourceCopyProperties(source, nil) as? [CFString: Any]
        let loops = facts?[kCGImagePropertyGIFDictionary] as? [CFString: Any]
        #expect(loops?[kCGImagePropertyGIFLoopCount] as? Int == 0)
    }

    @Test func `of more colours each pixel has the nearest of those that are spread evenly`() throws
    {
        let noise = try #require(Noise.image(64, 64))
        let file = try written([noise], delay: 0, loops: nil)
        let read = try #require(UIImage(data: file)?.cgImage)
        let distances = zip(noise.pixels, read.pixels).map { abs(Int($0) - Int($1)) }
        #expect(distances.max().map { $0 <= 26 } == true)
        #expect(Set(read.pixels).count < 20)
    }

    @Test func `a file that repeats itself is small`() throws {
        let pixels = Data(repeating: 255, count: 300 * 300 * 4)
        let white = try #require(CGImage(width: 300, height: 300, pixels: pixels))
        #expect(try written([white], delay: 0, loops: nil).count < 2500)
    }

    @Test func `a file with fewer pictures than announced is none, of more the first count`() throws
    {
        let image = try image(4, colours: 3, shift: 0)
        let data = NSMutableData()
        let writer = try #require(CGImageDestinationCreateWithData(data, Self.gif, 2, nil))
        #expect(!CGImageDestinationFinalize(writer))
        CGImageDestinationAddImage(writer, image, nil)
        #expect(!CGImageDestinationFinalize(writer))
        #expect(data.length == 0)
        for _ in 0..<2 { CGImageDestinationAddImage(writer, image, nil) }
        #expect(CGImageDestinationFinalize(writer))
        let source = try #require(CGImageSourceCreateWithData(data, nil))
        #expect(CGImageSourceGetCount(source) == 2)
    }

    @Test func `a frame is copied from one file to another`() throws {
        let images = try (0..<2).map { try image(6, colours: 4, shift: $0) }
        let file = try written(images, delay: 1, loops: nil)
        let source = try #require(CGImageSourceCreateWithData(file as CFData, nil))
        let data = NSMutableData()
        let png = "public.png" as CFString
        let writer = try #require(CGImageDestinationCreateWithData(data, png, 1, nil))
        CGImageDestinationAddImageFromSource(writer, source, 2, nil)
        #expect(!CGImageDestinationFinalize(writer))
        CGImageDestinationAddImageFromSource(writer, source, 1, nil)
        #expect(CGImageDestinationFinalize(writer))
        #expect(UIImage(data: data as Data)?.cgImage?.pixels == images[1].pixels)
    }

    @Test func `a picture that is too wide for a GIF makes none`() throws {
        let pixels = Data(count: 65_536 * 4)
        let wide = try #require(CGImage(width: 65_536, height: 1, pixels: pixels))
        #expect(GIFWriter.file(of: [(wide, 0)], loopCount: nil) == nil)
        #expect(GIFWriter.file(of: [], loopCount: nil) == nil)
    }

    @Test(arguments: [(-1, 0), (.nan, 0), (.infinity, 65_535), (0.333, 33), (1e30, 65_535)])
    func `a time that no file can have becomes the nearest`(_ delay: Double, _ hundredths: Int)
        throws
    {
        let image = try image(1, colours: 1, shift: 0)
        let file = try #require(GIFWriter.file(of: [(image, delay)], loopCount: nil))
        #expect(GIFFile(reading: file)?.frames.map(\.delay) == [hundredths])
    }

    @Test func `an animation has the size and the pixels of its first picture`() throws {
        let images = try (0..<3).map { UIImage(cgImage: try image(5, colours: 4, shift: $0)) }
        let animation = try #require(UIImage.animatedImage(with: images, duration: 1.5))
        #expect(animation.images == images)
        #expect(animation.duration == 1.5)
        #expect(animation.size == CGSize(width: 5, height: 5))
        #expect(animation.pngData() == images[0].pngData())
        #expect(UIImage.animatedImage(with: images, duration: 0)?.duration == 0.1)
        #expect(UIImage.animatedImage(with: [], duration: 1) == nil)
        #expect(images[0].images == nil)
    }
}
