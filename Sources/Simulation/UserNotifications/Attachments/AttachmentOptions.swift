// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A hint of an attachment's uniform type identifier, a `String`.
public let UNNotificationAttachmentOptionsTypeHintKey: String =
    "UNNotificationAttachmentOptionsTypeHintKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// True if the small picture is left out, a `Bool`.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey: String =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The part of the picture that the small one shows: a rectangle from 0 to 1, as the dictionary
/// that CoreGraphics makes of one (`X`, `Y`, `Width`, `Height`).
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey: String =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The moment of a film, or frame of a moving picture, that the small picture shows: a number of
/// seconds or frames, or the dictionary that CoreMedia makes of a time (`value`, `timescale`).
public let UNNotificationAttachmentOptionsThumbnailTimeKey: String =
    "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// The options of an attachment, read and checked.
package struct AttachmentOptions: Hashable, Codable, Sendable {
    package var isThumbnailHidden = false
    /// From 0 to 1 in both directions.
    package var clippingRectangle: CGRect?
    /// Seconds, or a frame.
    package var thumbnailTime: Double?

    /// Reads options; those of other keys count for nothing.
    ///
    /// - Throws: `attachmentCorrupt` for a value of a wrong kind or outside its limits. Apple
    ///   documents no code for that.
    init(_ options: [AnyHashable: Any]) throws(UNError) {
        if let hidden = options[UNNotificationAttachmentOptionsThumbnailHiddenKey] {
            guard let hidden = hidden as? NSNumber else { throw UNError(.attachmentCorrupt) }
            isThumbnailHidden = hidden.boolValue
        }
        if let rectangle = options[UNNotificationAttachmentOptionsThumbnailClippingRectKey] {
            clippingRectangle = try Self.unitRectangle(rectangle)
        }
        if let time = options[UNNotificationAttachmentOptionsThumbnailTimeKey] {
            guard let time = Self.time(time), time >= 0, time.isFinite else {
                throw UNError(.attachmentCorrupt)
            }
            thumbnailTime = time
        }
    }

    private static func unitRectangle(_ object: Any) throws(UNError) -> CGRect {
        guard
            let sides = object as? [String: Any],
            let x = number(sides["X"]),
            let y = number(sides["Y"]),
            let width = number(sides["Width"]),
            let height = number(sides["Height"]),
            x >= 0, y >= 0, width >= 0, height >= 0, x + width <= 1, y + height <= 1
        else { throw UNError(.attachmentCorrupt) }
        return CGRect(x: x, y: y, width: width, height: height)
    }

    private static func time(_ object: Any) -> Double? {
        guard let parts = object as? [String: Any] else { return number(object) }
        guard let value = number(parts["value"]), let scale = number(parts["timescale"]) else {
            return nil
        }
        return value / scale
    }

    private static func number(_ object: Any?) -> Double? {
        // Numbers of Swift are cast to NSNumber as well, but for this one.
        (object as? NSNumber)?.doubleValue ?? (object as? CGFloat).map(Double.init)
    }
}
