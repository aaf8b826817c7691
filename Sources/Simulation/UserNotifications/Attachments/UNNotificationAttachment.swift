// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

/// A sound, picture or film that a notification shows.
open class UNNotificationAttachment: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        package var identifier: String
        /// Where the file is; the device changes it when it moves the file into its store.
        package var url: URL
        package var type: String
        package var options: AttachmentOptions
    }

    /// An attachment of a file, which is looked at, not read.
    ///
    /// An empty identifier becomes one that is unique. The type is the one of the hint among the
    /// options, else the one of the file's extension.
    ///
    /// - Throws: ``UNError``: `attachmentInvalidURL` unless it is a file that can be read,
    ///   `attachmentUnrecognizedType`, `attachmentInvalidFileSize`, or `attachmentCorrupt` for
    ///   options outside their limits.
    public convenience init(
        identifier: String,
        url URL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        let options = options ?? [:]
        let hint = options[UNNotificationAttachmentOptionsTypeHintKey].map { $0 as? String ?? "" }
        do throws(UNError) {
            let values = Values(
                identifier: identifier.isEmpty ? UUID().uuidString : identifier,
                url: URL,
                type: try Self.type(of: URL, hint: hint).rawValue,
                options: try AttachmentOptions(options)
            )
            self.init(values: values)
        } catch {
            AttachmentWatch.tell(
                AttachmentFailure(
                    file: URL.attachmentName,
                    type: hint ?? URL.pathExtension,
                    code: error.code.rawValue
                )
            )
            throw error
        }
    }

    /// The name that Objective-C has for ``init(identifier:url:options:)``.
    public convenience init(
        identifier: String,
        URL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try self.init(identifier: identifier, url: URL, options: options)
    }

    /// The name of the attachment.
    open var identifier: String { values.identifier }
    /// The place of the file.
    open var url: URL { values.url }
    /// The uniform type identifier of the file.
    open var type: String { values.type }
}

extension URL {
    /// The name by which a failure tells of a file: of another URL its scheme and host as well,
    /// and no query, as that may hold a secret.
    fileprivate var attachmentName: String {
        guard !isFileURL, let scheme else { return lastPathComponent }
        return "\(scheme)://\(host ?? "")/\(lastPathComponent == "/" ? "" : lastPathComponent)"
    }
}

extension UNNotificationAttachment {
    /// The type of a file that can be attached; a device asks again before it keeps the file.
    package static func type(of url: URL, hint: String?) throws(UNError) -> AttachmentType {
        let path = url.resolvingSymlinksInPath().path
        guard
            url.isFileURL,
            FileManager.default.isReadableFile(atPath: path),
            let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = (attributes[.size] as? NSNumber)?.intValue
        else { throw UNError(.attachmentInvalidURL) }
        let known =
            hint.map(AttachmentType.init(rawValue:))
            ?? AttachmentType(filenameExtension: url.pathExtension)
        guard let type = known else { throw UNError(.attachmentUnrecognizedType) }
        guard size <= type.sizeLimit else { throw UNError(.attachmentInvalidFileSize) }
        return type
    }
}

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
