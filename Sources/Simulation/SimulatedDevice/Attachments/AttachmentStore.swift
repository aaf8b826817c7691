// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UserNotifications

/// The device's store of attached files: it checks them once more and takes them over.
///
/// The folder comes to be with the first file and goes with the device, or with the process.
final class AttachmentStore: Sendable {
    /// What became of an attachment.
    enum Answer: Sendable {
        /// It is in the store now.
        case stored(UNNotificationAttachment.Values, size: Int)
        /// It is left out.
        case refused(identifier: String, code: UNError.Code)
        /// It is left out, as its content is something else than its type.
        case mismatched(UNNotificationAttachment.Values, content: String)
    }

    /// Whose a file is that is to be taken.
    enum Source: Sendable {
        /// The app's or its extension's, from where it is moved.
        case app
        /// That of a request which has it in the store already, and passes it on.
        case request
        /// That of a request which needs it again.
        case repeatingRequest
    }

    /// Where the files are, each under a number.
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("attachments-\(UUID().uuidString)", isDirectory: true)
    private let count = Mutex(0)

    deinit {
        empty()
    }

    /// Takes a file over: a file of its own, whatever becomes of the one that was attached.
    ///
    /// The file is moved. It is copied where it is part of the app, or already in the store, as
    /// that of another notification; a link goes, and what it leads to is copied.
    ///
    /// - Parameters:
    ///   - attachment: The file.
    ///   - source: Whose it is.
    ///   - bundle: The folder of the app, whose files stay where they are.
    /// - Returns: Where it is now, or why it is left out.
    func take(
        _ attachment: UNNotificationAttachment.Values,
        of source: Source = .app,
        bundle: URL?
    ) -> Answer {
        do throws(UNError) {
            var stored = attachment
            stored.type = try UNNotificationAttachment.type(
                of: attachment.url,
                hint: attachment.type
            ).rawValue
            stored.url = try bring(attachment.url, of: source, bundle: bundle)
            let size = try check(stored)
            if let content = Self.mismatch(of: stored) {
                discard(stored)
                return .mismatched(stored, content: content)
            }
            return .stored(stored, size: size)
        } catch {
            return .refused(identifier: attachment.identifier, code: error.code)
        }
    }

    /// Forgets a file that was taken.
    func discard(_ attachment: UNNotificationAttachment.Values) {
        guard isStored(attachment.url) else { return }
        try? FileManager.default.removeItem(at: attachment.url)
    }

    /// Forgets all files.
    func empty() {
        TemporaryFolders.remove(folder)
    }

    private func bring(_ file: URL, of source: Source, bundle: URL?) throws(UNError) -> URL {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let place = folder.appendingPathComponent("\(number)")
            .appendingPathExtension(file.pathExtension)
        let stays =
            switch source {
            case .app: isPart(file, of: bundle) || isStored(file)
            case .request: false
            case .repeatingRequest: true
            }
        let target = file.resolvingSymlinksInPath()
        do {
            try TemporaryFolders.make(folder)
            if stays || Self.isLink(file) {
                try FileManager.default.copyItem(at: target, to: place)
                if !stays { try FileManager.default.removeItem(at: file) }
            } else {
                try FileManager.default.moveItem(at: file, to: place)
            }
        } catch {
            try? FileManager.default.removeItem(at: place)
            throw UNError(.attachmentMoveIntoDataStoreFailed)
        }
        return place
    }

    /// Looks at what has come into the store, as the file may have been changed on its way; gives
    /// its size.
    private func check(_ stored: UNNotificationAttachment.Values) throws(UNError) -> Int {
        do throws(UNError) {
            guard !Self.isLink(stored.url) else { throw UNError(.attachmentInvalidURL) }
            _ = try UNNotificationAttachment.type(of: stored.url, hint: stored.type)
            let attributes = try? FileManager.default.attributesOfItem(atPath: stored.url.path)
            return (attributes?[.size] as? NSNumber)?.intValue ?? 0
        } catch {
            discard(stored)
            throw error
        }
    }

    /// What the file is, in words, where it is not what its type says.
    private static func mismatch(of stored: UNNotificationAttachment.Values) -> String? {
        let head = try? FileHandle(forReadingFrom: stored.url)
            .read(upToCount: AttachmentType.headLength)
        return AttachmentType(rawValue: stored.type)?.mismatch(of: Array(head ?? Data()))
    }

    private static func isLink(_ file: URL) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)) != nil
    }

    /// Whether it is a place in the store, where there may be anything, a link as well.
    private func isStored(_ file: URL) -> Bool {
        file.deletingLastPathComponent().path == folder.path
    }

    private func isPart(_ file: URL, of bundle: URL?) -> Bool {
        guard let bundle else { return false }
        let folder = bundle.standardizedFileURL.resolvingSymlinksInPath().path
        let path = file.standardizedFileURL.resolvingSymlinksInPath().path
        return path.hasPrefix(folder + "/")
    }
}
