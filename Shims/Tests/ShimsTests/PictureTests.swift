// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PictureShims
import Testing
import UIKit

struct PictureTests {
    private static let start = "iVBORw0KGgoAAAANSUhEUgAAAA"

    @Test(arguments: [
        // A red and a blue pixel, three bytes each.
        (
            "IAAAABCAIAAAB7QOjdAAAADUlEQVR42mP4zwAE/wEHAAH/PX2MSQAAAABJRU5ErkJggg==",
            [255, 0, 0, 255, 0, 0, 255, 255]
        ),
        // White and black, one bit each.
        (
            "IAAAABAQAAAADcWUInAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==",
            [255, 255, 255, 255, 0, 0, 0, 255]
        ),
        // Red and half of green, from a palette.
        (
            "IAAAABAQMAAADO7O3JAAAABlBMVEX/AAAA/wDSh+9xAAAAAnRSTlP/gAgPs2oAAAAKSURBVHjaY3AAAABC"
                + "AEGEv45iAAAAAElFTkSuQmCC",
            [255, 0, 0, 255, 0, 255, 0, 128]
        ),
        // Sixteen bits a channel.
        (
            "EAAAABEAYAAABPhRjKAAAAEUlEQVR42mNoaHBwUFD4/x8ADiYDv9rKJjMAAAAASUVORK5CYII=",
            [128, 64, 32, 255]
        ),
        // Grey and alpha.
        (
            "EAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNIMQIAAP0Al2/GH8QAAAAASUVORK5CYII=",
            [100, 100, 100, 50]
        ),
        // Interlaced, two rows.
        (
            "IAAAACCAIAAAGK06rlAAAAF0lEQVR42mNgZGJmYGFlY2Dn4OTi5gEAAZYATygL0jcAAAAASUVORK5CYII=",
            [1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255]
        ),
    ])
    func `every kind of PNG has its pixels`(_ end: String, _ pixels: [UInt8]) throws {
        let data = try #require(Data(base64Encoded: Self.start + end))
        #expect(UIImage(data: data)?.cgImage?.pixels == Data(pixels))
    }

    /// Eight by eight pixels of one colour.
    @Test(arguments: [
        // Grey.
        (
            "/9j/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8X"
                + "GBYUGBIUFRT/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAAAAAAAAAA"
                + "AAAAAAD/2gAIAQEAAD8ANH//2Q==",
            [100, 100, 100, 255]
        ),
        // Four inks, which are not converted.
        (
            "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0O"
                + "EQ4LCxAWEBETFBUVFQwPFxgWFBgSFBUU/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABQAAQAAAAAAAAAA"
                + "AAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oADgRDAE0AWQBLAAA/ABoNBoNP/9k=",
            nil
        ),
    ])
    func `a grey JPEG has pixels, one of four inks has none`(
        _ base64: String,
        _ pixel: [UInt8]?
    ) throws {
        let image = try #require(Data(base64Encoded: base64).flatMap { UIImage(data: $0) })
        #expect(image.size == CGSize(width: 8, height: 8))
        #expect(image.cgImage.map { [UInt8]($0.pixels.prefix(4)) } == pixel)
    }

    @Test func `a picture becomes a JPEG on white, and that a PNG`() throws {
        let colours: [[UInt8]] = [[200, 100, 50, 255], [0, 0, 0, 0]]
        for (colour, shown) in zip(colours, [[200, 100, 50, 255], [255, 255, 255, 255]]) {
            let pixels = Data((0..<64).flatMap { _ in colour })
            let image = try #require(CGImage(width: 8, height: 8, pixels: pixels))
            let jpeg = try #require(UIImage(cgImage: image).jpegData(compressionQuality: 1))
            #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
            let png = try #require(UIImage(data: jpeg)?.pngData())
            #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let again = try #require(UIImage(data: png)?.cgImage)
            #expect(again.width == 8)
            for (part, expected) in zip(again.pixels, shown) {
                #expect(abs(Int(part) - expected) <= 2)
            }
        }
    }

    @Test func `a lower quality makes a smaller file`() throws {
        let image = UIImage(cgImage: try #require(Noise.image(64, 64)))
        let sizes = [1, 0.5, 0, .nan].map { image.jpegData(compressionQuality: $0)?.count ?? 0 }
        #expect(sizes[2] > 0)
        #expect(sizes[2] < sizes[1] / 2)
        #expect(sizes[1] < sizes[0] / 2)
        #expect(sizes[3] == sizes[2])
    }

    @Test func `a thumbnail has the mean of what is seen`() throws {
        let pixels = Data([255, 0, 0, 255, 0, 255, 0, 0, 10, 20, 30, 255, 30, 40, 50, 255])
        let image = UIImage(cgImage: try #require(CGImage(width: 4, height: 1, pixels: pixels)))
        let small = image.preparingThumbnail(of: CGSize(width: 2, height: 1))
        #expect(small?.size == CGSize(width: 2, height: 1))
        #expect(small?.cgImage?.pixels == Data([255, 0, 0, 128, 20, 30, 40, 255]))
    }

    @Test(arguments: [(0, 1), (5, 1), (4, 2), (-1, 1), (.nan, 1), (.infinity, 1), (1e30, 1)])
    func `a thumbnail does not grow or vanish`(_ width: Double, _ height: Double) throws {
        let image = UIImage(cgImage: try #require(Noise.image(4, 1)))
        #expect(image.preparingThumbnail(of: CGSize(width: width, height: height)) == nil)
    }

    @Test func `a file that ends too early has no pixels`() throws {
        let image = UIImage(cgImage: try #require(Noise.image(16, 16)))
        for file in [image.pngData(), image.jpegData(compressionQuality: 0.8)] {
            let file = try #require(file)
            #expect(CGImage(decoding: file) != nil)
            for length in 0..<file.count - 2 {
                #expect(CGImage(decoding: file.prefix(length)) == nil, "\(length)")
            }
        }
    }

    @Test func `a file with a wrong byte is decoded or refused`() throws {
        let image = UIImage(cgImage: try #require(Noise.image(9, 7)))
        for file in [image.pngData(), image.jpegData(compressionQuality: 0.8)] {
            let file = try #require(file)
            for place in file.indices {
                for value in [0, 0x7F, 0xFF, ~file[place]] {
                    var changed = file
                    changed[place] = value
                    guard let decoded = CGImage(decoding: changed, side: 3) else { continue }
                    #expect(decoded.width <= 3)
                    #expect(decoded.pixels.count == decoded.width * decoded.height * 4)
                }
            }
        }
    }

    @Test func `a file of too many pixels has a size alone`() throws {
        let picture = try #require(Noise.image(8, 8))
        for file in [picture.pngData, picture.jpegData(quality: 0.8)] {
            let file = try #require(file)
            #expect(CGImage(decoding: file, most: 64) != nil)
            #expect(CGImage(decoding: file, most: 63) == nil)
            #expect(CGImage(decoding: file, side: 1, most: 63) == nil)
        }
        // The width and the height are 2^31 - 1, beyond what libpng takes.
        var largest = try #require(picture.pngData)
        largest.replaceSubrange(16..<24, with: [0x7F, 255, 255, 255, 0x7F, 255, 255, 255])
        largest.replaceSubrange(29..<33, with: Noise.checksum(of: largest[12..<29]))
        #expect(UIImage(data: largest)?.size.width == 2_147_483_647)
        #expect(UIImage(data: largest)?.cgImage == nil)
    }

    @Test(arguments: [1, 10, 100, 101, 5000])
    func `a JPEG of more than a hundred scans has no pixels`(_ count: Int) {
        // Eight rows of eight pixels, all of them grey, whose codes have one bit each.
        let codes = [1] + [UInt8](repeating: 0, count: 16)
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0]
        file += [UInt8](repeating: 1, count: 64)
        file += [0xFF, 0xC2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
        file += [0xFF, 0xC4, 0, 20, 0] + codes
        file += [0xFF, 0xC4, 0, 20, 0x10] + codes
        for number in 0..<count {
            // The first scan has the mean, the others have what differs from it: nothing.
            let part: [UInt8] = number == 0 ? [0, 0] : [1, 63]
            file += [0xFF, 0xDA, 0, 8, 1, 1, 0] + part + [0, 0x7F]
        }
        let image = CGImage(decoding: Data(file + [0xFF, 0xD9]))
        #expect((image != nil) == (count <= 100))
        #expect(image.map { $0.pixels.prefix(4) == Data([128, 128, 128, 255]) } ?? true)
    }
}
