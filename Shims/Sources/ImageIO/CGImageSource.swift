// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import FoundationShims
public import PictureShims
import Synchronization

/// A file of one picture, PNG or JPEG, or of the frames of a GIF.
public final class CGImageSource: Sendable {
    fileprivate let data: Data
    fileprivate let header: ImageHeader?
    fileprivate let animation: GIFFile?
    /// Where the animation is, as each frame lies over those before.
    private let player: Mutex<GIFPlayer?>

    fileprivate init(_ data: Data) {
        self.data = data
        header = ImageHeader(reading: data.span)
        animation = GIFFile(reading: data)
        player = Mutex(animation.map { GIFPlayer($0) })
    }

    fileprivate var count: Int {
        guard let header else { return 0 }
        return header.format == .gif ? animation?.frames.count ?? 0 : 1
    }

    /// Decodes a picture, no side longer than `side`, or in its size if that is 0.
    fileprivate func image(at index: Int, side: Int = 0) -> CGImage? {
        if animation != nil { return player.withLock { $0?.image(at: index)?.fitting(side) } }
        return index == 0 ? CGImage(decoding: data, side: side) : nil
    }
}

/// Reads a file.
///
/// - Parameters:
///   - url: The file.
///   - options: Not used.
/// - Returns: The source; nil if there is no such file.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    (try? Data(contentsOf: url as URL, options: .mappedIfSafe)).map(CGImageSource.init)
}

/// Takes a file's data, which has no picture at 0 if it is none.
///
/// - Parameters:
///   - data: The data.
///   - options: Not used.
/// - Returns: The source, never nil.
public func CGImageSourceCreateWithData(
    _ data: CFData,
    _ options: CFDictionary?
) -> CGImageSource? {
    CGImageSource(data as Data)
}

/// Counts the pictures: of a GIF the frames that are whole, 16,384 at most.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.count }

/// Tells the type of the file, as `public.jpeg`; nil if it is no picture.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
    switch isrc.header?.format {
    case .png: "public.png"
    case .jpeg: "public.jpeg"
    case .gif: "com.compuserve.gif"
    case nil: nil
    }
}

/// Tells of the file how large it is, and of a GIF how often it is shown.
///
/// - Parameters:
///   - isrc: The source.
///   - options: Not used.
/// - Returns: The properties; nil if it is no picture.
public func CGImageSourceCopyProperties(
    _ isrc: CGImageSource,
    _ options: CFDictionary?
) -> CFDictionary? {
    guard isrc.header != nil else { return nil }
    var properties: [CFString: Any] = [kCGImagePropertyFileSize: isrc.data.count]
    if let animation = isrc.animation {
        let loops = animation.loopCount.map { [kCGImagePropertyGIFLoopCount: $0] }
        properties[kCGImagePropertyGIFDictionary] = loops ?? [:]
    }
    return properties as CFDictionary
}

/// Tells the width and the height, and of a frame how long it is shown: the properties that are
/// known here.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The picture, from 0.
///   - options: Not used.
/// - Returns: The properties; nil if there is no such picture.
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CFDictionary? {
    guard 0..<isrc.count ~= index, let header = isrc.header else { return nil }
    var properties: [CFString: Any] = [
        kCGImagePropertyPixelWidth: header.width, kCGImagePropertyPixelHeight: header.height,
    ]
    if let frame = isrc.animation?.frames[index] {
        let delay = Double(frame.delay) / 100
        properties[kCGImagePropertyGIFDictionary] = [
            kCGImagePropertyGIFDelayTime: max(delay, 0.1),
            kCGImagePropertyGIFUnclampedDelayTime: delay,
        ]
    }
    return properties as CFDictionary
}

/// Decodes a picture; a frame lies over those before it.
///
/// Frames are best asked for in their order: each one is made from the last one, or anew.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The picture, from 0.
///   - options: Not used.
/// - Returns: The picture; nil of a damaged one, of more than 64 million pixels or, of a GIF, 2
///   million, and of a frame after 256 million pixels that were unpacked, kept, cleared or handed
///   out since the first frame.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    isrc.image(at: index)
}

/// Decodes a picture so that no side is longer than the options say.
///
/// A baseline JPEG and a PNG that is not interlaced take little more memory than the thumbnail.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The picture, from 0.
///   - options: One of those that have a thumbnail made from the picture, and its size.
/// - Returns: The thumbnail; nil without the first of these options, as the ones in files are not
///   read, and where there is no picture.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    let isWanted = [
        kCGImageSourceCreateThumbnailFromImageAlways,
        kCGImageSourceCreateThumbnailFromImageIfAbsent,
    ].contains { number($0, in: options)?.boolValue == true }
    guard isWanted else { return nil }
    let side = number(kCGImageSourceThumbnailMaxPixelSize, in: options)?.doubleValue
    return isrc.image(at: index, side: side.flatMap { Int(exactly: $0.rounded()) } ?? 0)
}

func number(_ key: CFString, in options: CFDictionary?) -> NSNumber? {
    options?[key as String] as? NSNumber
}
