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
