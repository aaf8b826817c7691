// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import FoundationShims

// MARK: - Options of a source

/// The length of the longer side of a thumbnail, in pixels.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
/// Whether a thumbnail is made from the picture.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString {
    "kCGImageSourceCreateThumbnailFromImageAlways"
}
/// Whether a thumbnail is made from the picture if the file has none, of which none is read here.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString {
    "kCGImageSourceCreateThumbnailFromImageIfAbsent"
}
/// Whether a thumbnail is turned as its file says, which it never is here.
public var kCGImageSourceCreateThumbnailWithTransform: CFString {
    "kCGImageSourceCreateThumbnailWithTransform"
}
/// Whether the source keeps decoded pixels, which it never does here.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// Whether pixels are decoded at once, which they always are here.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// The type that the data is said to have; here the data decides.
public var kCGImageSourceTypeIdentifierHint: CFString { "kCGImageSourceTypeIdentifierHint" }

// MARK: - Properties

/// The number of pixels in a row.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// The number of rows.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }
/// The number of bytes of a file.
public var kCGImagePropertyFileSize: CFString { "FileSize" }
/// What is known of a GIF or of one of its frames.
public var kCGImagePropertyGIFDictionary: CFString { "{GIF}" }
/// How long a frame is shown, in seconds: a tenth at least, as Apple documents it.
public var kCGImagePropertyGIFDelayTime: CFString { "DelayTime" }
/// How long a frame is shown, in seconds.
public var kCGImagePropertyGIFUnclampedDelayTime: CFString { "UnclampedDelayTime" }
/// How often a GIF is shown, 0 for ever; absent if the file does not say.
public var kCGImagePropertyGIFLoopCount: CFString { "LoopCount" }
/// The quality of a JPEG file, from 0 to 1.
public var kCGImageDestinationLossyCompressionQuality: CFString {
    "kCGImageDestinationLossyCompressionQuality"
}
