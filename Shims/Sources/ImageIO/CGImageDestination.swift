// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import FoundationShims
public import PictureShims

/// A PNG or JPEG file that is made of one picture.
public final class CGImageDestination {
    private let isJPEG: Bool
    private let write: (Data) throws -> Void
    fileprivate var picture: (image: CGImage, quality: Double?)?

    fileprivate init?(_ type: CFString, _ write: @escaping (Data) throws -> Void) {
        switch type as String {
        case "public.png": isJPEG = false
        case "public.jpeg": isJPEG = true
        default: return nil
        }
        self.write = write
    }

    fileprivate func finalize() -> Bool {
        guard let (image, quality) = picture,
            let data = isJPEG ? image.jpegData(quality: quality ?? 0.9) : image.pngData
        else { return false }
        return (try? write(data)) != nil
    }
}

/// Starts a file.
///
/// - Parameters:
///   - url: The file.
///   - type: `public.png` or `public.jpeg`.
///   - count: 1.
///   - options: Not used.
/// - Returns: The destination; nil for other types.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(type) { try $0.write(to: url as URL) }
}

/// Starts a file in memory.
///
/// - Parameters:
///   - data: Takes the file at its end.
///   - type: `public.png` or `public.jpeg`.
///   - count: 1.
///   - options: Not used.
/// - Returns: The destination; nil for other types.
public func CGImageDestinationCreateWithData(
    _ data: NSMutableData,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(type) { data.append($0) }
}

/// Sets the picture of a file.
///
/// - Parameters:
///   - idst: The destination.
///   - image: The picture.
///   - properties: The quality of a JPEG file, 0.9 unless told.
public func CGImageDestinationAddImage(
    _ idst: CGImageDestination,
    _ image: CGImage,
    _ properties: CFDictionary?
) {
    let quality = number(kCGImageDestinationLossyCompressionQuality, in: properties)
    idst.picture = (image, quality?.doubleValue)
}

/// Writes the file, and tells whether that succeeded.
@discardableResult
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
    idst.finalize()
}
