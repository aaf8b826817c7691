// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ImageIO
import PictureShims
import Testing

struct ImageIOTests {
    private func thumbnail(_ data: Data, _ options: [CFString: Any]) -> CGImage? {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil) else { return nil }
        return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
    }

    @Test(arguments: [(1, 1, 1), (30, 30, 8), (120.4, 120, 30), (500, 200, 50), (0, 200, 50)])
    func `a thumbnail fits, keeps the shape and does not grow`(
        _ side: Double,
        _ width: Int,
        _ height: Int
    ) throws {
        let image = try #require(Noise.image(200, 50))
        for data in [image.pngData, image.jpegData(quality: 0.9)] {
            for way in [
                kCGImageSourceCreateThumbnailFromImageAlways,
                kCGImageSourceCreateThumbnailFromImageIfAbsent,
            ] {
                let options: [CFString: Any] = [
                    way: true, kCGImageSourceThumbnailMaxPixelSize: side,
                ]
                let thumbnail = thumbnail(try #require(data), options)
                #expect(thumbnail?.width == width)
                #expect(thumbnail?.height == height)
            }
        }
    }

    @Test func `a thumbnail shows what the picture does`() throws {
        var pixels = Data()
        for row in 0..<64 {
            for column in 0..<64 { pixels += [row < 32 ? 200 : 0, column < 32 ? 200 : 0, 60, 255] }
        }
        let image = try #require(CGImage(width: 64, height: 64, pixels: pixels))
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceThumbnailMaxPixelSize: 2,
        ]
        let expected = [200, 200, 60, 255, 200, 0, 60, 255, 0, 200, 60, 255, 0, 0, 60, 255]
        for data in [image.pngData, image.jpegData(quality: 1)] {
            let data = try #require(data)
            let small = try #require(thumbnail(data, options))
            for (part, expected) in zip(small.pixels, expected) {
                #expect(abs(Int(part) - expected) <= 4)
            }
        }
    }

    @Test func `no thumbnail is made unless the options say so, nor of a second picture`() throws {
        let data = try #require(Noise.image(4, 4)?.pngData)
        #expect(thumbnail(data, [kCGImageSourceThumbnailMaxPixelSize: 2]) == nil)
        let always = kCGImageSourceCreateThumbnailFromImageAlways
        #expect(thumbnail(data, [always: false]) == nil)
        #expect(thumbnail(data, [always: true])?.width == 4)
        let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
        let options = [always: true] as CFDictionary
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 1, options) == nil)
        #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
        #expect(CGImageSourceCopyPropertiesAtIndex(source, 1, nil) == nil)
    }

    @Test func `a file tells its size and type`() throws {
        let image = try #require(Noise.image(3, 2))
        let gif = PlainGIF.file(3, 2, [PlainGIF.frame("012321", columns: 3)])
        for (data, type) in [
            (image.pngData, "public.png"), (image.jpegData(quality: 1), "public.jpeg"),
            (gif, "com.compuserve.gif"),
        ] {
            let data = try #require(data)
            let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
            #expect(CGImageSourceGetCount(source) == 1)
            #expect(CGImageSourceGetType(source) as String? == type)
            let facts = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
            #expect(facts?[kCGImagePropertyPixelWidth] as? Int == 3)
            #expect(facts?[kCGImagePropertyPixelHeight] as? Int == 2)
            #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.width == 3)
        }
    }

    @Test func `what is no picture has none`() throws {
        let page = Data("<html>".utf8) as CFData
        let source = try #require(CGImageSourceCreateWithData(page, nil))
        #expect(CGImageSourceGetCount(source) == 0)
        #expect(CGImageSourceGetType(source) == nil)
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
        #expect(CGImageSourceCreateWithURL(NSURL(fileURLWithPath: "/missing"), nil) == nil)
    }

    @Test func `a picture is written to a file`() throws {
        let image = try #require(Noise.image(8, 8))
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: file) }
        let jpeg = "public.jpeg" as CFString
        let destination = CGImageDestinationCreateWithURL(file as CFURL, jpeg, 1, nil)
        let writer = try #require(destination)
        #expect(!CGImageDestinationFinalize(writer))
        let options = [kCGImageDestinationLossyCompressionQuality: 0.5] as CFDictionary
        CGImageDestinationAddImage(writer, image, options)
        #expect(CGImageDestinationFinalize(writer))
        #expect(try Data(contentsOf: file) == image.jpegData(quality: 0.5))
        let source = CGImageSourceCreateWithURL(file as CFURL, nil)
        #expect(source.flatMap(CGImageSourceGetType) as String? == "public.jpeg")
    }

    @Test func `a picture is written to memory, and nothing where it can't be`() throws {
        let image = try #require(Noise.image(8, 8))
        let data = NSMutableData()
        let png = "public.png" as CFString
        let writer = try #require(CGImageDestinationCreateWithData(data, png, 1, nil))
        CGImageDestinationAddImage(writer, image, nil)
        #expect(CGImageDestinationFinalize(writer))
        #expect(data as Data == image.pngData)
        let missing = NSURL(fileURLWithPath: "/missing/a.png")
        let failing = try #require(CGImageDestinationCreateWithURL(missing, png, 1, nil))
        CGImageDestinationAddImage(failing, image, nil)
        #expect(!CGImageDestinationFinalize(failing))
        #expect(CGImageDestinationCreateWithData(data, "public.tiff" as CFString, 1, nil) == nil)
    }
}
