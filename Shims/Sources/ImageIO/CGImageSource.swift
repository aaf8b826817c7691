// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import FoundationShims
public import PictureShims

/// A file of one picture: PNG, JPEG, or GIF without its pixels.
public final class CGImageSource: Sendable {
    fileprivate let data: Data
    fileprivate let header: ImageHeader?

    fileprivate init(_ data: Data) {
        self.data = data
        header = ImageHeader(reading: data.span)
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

/// Counts the pictures: one or none, as of an animation the first counts.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int {
    isrc.header == nil ? 0 : 1
}

/// Tells the type of the file, as `public.jpeg`; nil if it is no picture.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
    switch isrc.header?.format {
    case .png: "public.png"
    case .jpeg: "public.jpeg"
    case .gif: "com.compuserve.gif"
    case nil: nil
    }
}

/// Tells the width and the height, which are all properties here.
///
/// - Parameters:
///   - isrc: The source.
///   - index: 0.
///   - options: Not used.
/// - Returns: The properties; nil if there is no such picture.
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CFDictionary? {
    guard index == 0, let header = isrc.header else { return nil }
    let properties: [CFString: Any] = [
        kCGImagePropertyPixelWidth: header.width, kCGImagePropertyPixelHeight: header.height,
    ]
    return properties as CFDictionary
}

/// Decodes the picture.
///
/// - Parameters:
///   - isrc: The source.
///   - index: 0.
///   - options: Not used.
/// - Returns: The picture; nil of a GIF, of a damaged file, and of more than 64 million pixels.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    index == 0 ? CGImage(decoding: isrc.data) : nil
}

/// Decodes the picture so that no side is longer than the options say.
///
/// A baseline JPEG and a PNG that is not interlaced take little more memory than the thumbnail.
///
/// - Parameters:
///   - isrc: The source.
///   - index: 0.
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
    guard isWanted, index == 0 else { return nil }
    let side = number(kCGImageSourceThumbnailMaxPixelSize, in: options)?.doubleValue
    return CGImage(decoding: isrc.data, side: side.flatMap { Int(exactly: $0.rounded()) } ?? 0)
}

func number(_ key: CFString, in options: CFDictionary?) -> NSNumber? {
    options?[key as String] as? NSNumber
}
