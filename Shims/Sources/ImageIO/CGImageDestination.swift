// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import FoundationShims
public import PictureShims

/// A PNG or JPEG file that is made of one picture, or a GIF file of some.
public final class CGImageDestination {
    private let format: ImageHeader.Format
    /// How many pictures it is to have.
    private let count: Int
    private let write: (Data) throws -> Void
    private var pictures: [(image: CGImage, properties: CFDictionary?)] = []
    /// What holds for the file.
    fileprivate var properties: CFDictionary?

    fileprivate init?(_ type: CFString, _ count: Int, _ write: @escaping (Data) throws -> Void) {
        switch type as String {
        case "public.png": format = .png
        case "public.jpeg": format = .jpeg
        case "com.compuserve.gif": format = .gif
        default: return nil
        }
        (self.count, self.write) = (format == .gif ? count : 1, write)
    }

    /// Takes a picture, unless there are as many as there are to be.
    fileprivate func add(_ image: CGImage, _ properties: CFDictionary?) {
        if pictures.count < count { pictures.append((image, properties)) }
    }

    fileprivate func finalize() -> Bool {
        guard pictures.count == count, let data else { return false }
        return (try? write(data)) != nil
    }

    private var data: Data? {
        guard let (image, properties) = pictures.first else { return nil }
        switch format {
        case .png: return image.pngData
        case .jpeg:
            let quality = number(kCGImageDestinationLossyCompressionQuality, in: properties)
            return image.jpegData(quality: quality?.doubleValue ?? 0.9)
        case .gif:
            let loops = number(kCGImagePropertyGIFLoopCount, in: animation(in: self.properties))
            return GIFWriter.file(
                of: pictures.map { ($0.image, delay(in: $0.properties)) },
                loopCount: loops?.intValue
            )
        }
    }

    private func delay(in properties: CFDictionary?) -> Double {
        let properties = animation(in: properties)
        let delay =
            number(kCGImagePropertyGIFUnclampedDelayTime, in: properties)
            ?? number(kCGImagePropertyGIFDelayTime, in: properties)
        return delay?.doubleValue ?? 0
    }

    private func animation(in properties: CFDictionary?) -> CFDictionary? {
        properties?[kCGImagePropertyGIFDictionary as String] as? CFDictionary
    }
}

/// Starts a file.
///
/// - Parameters:
///   - url: The file.
///   - type: `public.png`, `public.jpeg` or `com.compuserve.gif`.
///   - count: How many pictures a GIF has; other files have one.
///   - options: Not used.
/// - Returns: The destination; nil for other types.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(type, count) { try $0.write(to: url as URL) }
}

/// Starts a file in memory.
///
/// - Parameters:
///   - data: Takes the file at its end.
///   - type: `public.png`, `public.jpeg` or `com.compuserve.gif`.
///   - count: How many pictures a GIF has; other files have one.
///   - options: Not used.
/// - Returns: The destination; nil for other types.
public func CGImageDestinationCreateWithData(
    _ data: NSMutableData,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(type, count) { data.append($0) }
}

/// Adds a picture to a file, unless it has as many as it was started for.
///
/// - Parameters:
///   - idst: The destination.
///   - image: The picture.
///   - properties: The quality of a JPEG file, 0.9 unless told; how long a GIF shows the picture,
///     no time unless told.
public func CGImageDestinationAddImage(
    _ idst: CGImageDestination,
    _ image: CGImage,
    _ properties: CFDictionary?
) {
    idst.add(image, properties)
}

/// Adds a picture of another file, without the properties that it has there.
///
/// - Parameters:
///   - idst: The destination.
///   - isrc: The other file.
///   - index: The picture, from 0; nothing is added if there is none.
///   - properties: As of ``CGImageDestinationAddImage(_:_:_:)``.
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination,
    _ isrc: CGImageSource,
    _ index: Int,
    _ properties: CFDictionary?
) {
    guard let image = CGImageSourceCreateImageAtIndex(isrc, index, nil) else { return }
    idst.add(image, properties)
}

/// Sets what holds for a whole file.
///
/// - Parameters:
///   - idst: The destination.
///   - properties: How often a GIF is shown, 0 for ever.
public func CGImageDestinationSetProperties(
    _ idst: CGImageDestination,
    _ properties: CFDictionary?
) {
    idst.properties = properties
}

/// Writes the file, and tells whether that succeeded: not with fewer pictures than it was started
/// for.
@discardableResult
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
    idst.finalize()
}
